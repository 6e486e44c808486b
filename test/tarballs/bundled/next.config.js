/** The packages of Next are links to another folder here, so that the project is all that both are in. */
export default { turbopack: { root: '/' }, outputFileTracingRoot: '/' }

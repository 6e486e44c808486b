/** Next is linked from another folder here, so the root has to be a folder that contains both this project and Next. */
export default { turbopack: { root: '/' }, outputFileTracingRoot: '/' }

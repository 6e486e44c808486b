export default { ssr: { noExternal: true } }

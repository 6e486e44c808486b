/** Installs zod 3 for ts-rest alone, whose types accept no schemas of zod 4, which the other peers use. */
module.exports.hooks = {
  readPackage(manifest) {
    if (manifest.name !== '@ts-rest/core') return manifest
    const { zod: _, ...peerDependencies } = manifest.peerDependencies
    return { ...manifest, peerDependencies, dependencies: { ...manifest.dependencies, zod: '3.25.76' } }
  },
}

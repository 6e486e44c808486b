/** The types of ts-rest know zod 3, which the other peers do without. */
module.exports.hooks = {
  readPackage(manifest) {
    if (manifest.name !== '@ts-rest/core') return manifest
    const { zod: _, ...peerDependencies } = manifest.peerDependencies
    return { ...manifest, peerDependencies, dependencies: { ...manifest.dependencies, zod: '3.25.76' } }
  },
}

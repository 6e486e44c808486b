import { type SourcePackage, sourcePackages } from '../imports.ts'

/**
 * The packages of a work tree, arranged in floors by their dependencies on each other. The packages of a floor need
 * only packages of lower floors. The lowest floor has the core, the packages that the core needs, and packages that
 * need no other package. The core and the packages that it needs are on one floor, since every application gets them
 * together.
 */
export function floorsOf(root: string): readonly (readonly string[])[] {
  const packages = sourcePackages(root).filter(({ manifest }) => !manifest.private)
  const needs = new Map(packages.map((one) => [one.name, neededBy(one).filter(isOf(packages))]))
  const lowest = new Set(['@app/core'])
  for (const name of lowest) for (const needed of needs.get(name) ?? []) lowest.add(needed)
  const floors = [packages.map(({ name }) => name).filter((name) => lowest.has(name) || needs.get(name)?.length === 0)]
  for (let left = packages.length - (floors[0]?.length ?? 0); left > 0; ) {
    const below = new Set(floors.flat())
    const next = [...needs].filter(([name, all]) => !below.has(name) && all.every((one) => below.has(one)))
    if (next.length === 0) {
      throw new Error(`Some packages need each other in a cycle. It contains none of ${[...below].join(', ')}.`)
    }
    floors.push(next.map(([name]) => name))
    left -= next.length
  }
  return floors
}

/**
 * The packages of the workspace that a given package needs. A package with commands needs `@app/cli`, which runs them,
 * although the manifest of the package does not name it.
 */
export function neededBy({ manifest }: SourcePackage): readonly string[] {
  const { dependencies, peerDependencies, app } = manifest
  const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name.startsWith('@app/'))
  return app?.commands ? [...needed, '@app/cli'] : needed
}

function isOf(packages: readonly SourcePackage[]): (name: string) => boolean {
  const names = new Set(packages.map(({ name }) => name))
  return (name) => names.has(name)
}

import assert from 'node:assert/strict'

/** The output of `npm ls` and `pnpm list` for a package, with the fields that both have. */
export interface InstalledTree {
  readonly version: string
  readonly path: string
  readonly dependencies?: Readonly<Record<string, InstalledTree>>
}

/**
 * The version of each package of ours in a tree of installed packages, by name; fails if a package is installed at two
 * places.
 */
export function versionsIn(tree: InstalledTree): Readonly<Record<string, string>> {
  const found = new Map<string, InstalledTree>()
  for (const [name, installed] of packagesBelow(tree)) {
    if (!name.startsWith('@app/')) continue
    assert.equal(installed.path, found.get(name)?.path ?? installed.path, `${name} is installed twice`)
    found.set(name, installed)
  }
  return Object.fromEntries([...found].map(([name, { version }]) => [name, version]))
}

function* packagesBelow({ dependencies = {} }: InstalledTree): Generator<[string, InstalledTree]> {
  for (const [name, installed] of Object.entries(dependencies)) {
    yield [name, installed]
    yield* packagesBelow(installed)
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagesImportedBy, sourceOf, sourcePackages } from '../../tools/imports.ts'
import { LAYERS, refusedRanges } from '../../tools/layers.ts'

const packages = sourcePackages(join(import.meta.dirname, '../..'))

test('every package has a row in tools/layers.ts, the table of the packages that each may import', () => {
  expect(packages.map(({ name }) => name).sort()).toEqual(Object.keys(LAYERS).sort())
})

test.each(packages)('$name imports only the packages that its row in tools/layers.ts allows', (owner) => {
  const allowed = [owner.name, ...(LAYERS[owner.name] ?? [])]
  const imports = new Set(owner.files.flatMap((file) => packagesImportedBy(owner, file)))
  expect([...imports].filter((specifier) => !allowed.includes(specifier))).toEqual([])
})

test.each(packages)('the dependencies of $name are exactly those in tools/layers.ts', ({ name, manifest }) => {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  expect(declared.sort()).toEqual([...(LAYERS[name] ?? [])].sort())
})

test.each(packages)('the build of $name refers only to packages that are built before it', ({ folder, manifest }) => {
  const path = join(folder, 'tsconfig.json')
  const { references = [] } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const referred = references.map(
    (reference: { path: string }) =>
      JSON.parse(readFileSync(join(folder, reference.path, 'package.json'), 'utf8')).name,
  )
  const needed = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.devDependencies }
  expect(referred.filter((name: string) => !(name in needed))).toEqual([])
})

test.each(packages)('$name requires packages of ours in their current version, and the core as a peer', (owner) => {
  expect(refusedRanges(owner.manifest)).toEqual([])
})

test.each([
  ['another range of a peer', { peerDependencies: { '@app/core': '^2.0.0' } }],
  ['a core that is a dependency', { dependencies: { '@app/core': 'workspace:^' } }],
])('a manifest with %s is refused', (_case, ranges) => {
  expect(refusedRanges({ name: '@acme/x', ...ranges })).toHaveLength(1)
})

test.each(packages)('$name runs no script when it is installed', ({ manifest }) => {
  const names = Object.keys(manifest.scripts ?? {})
  expect(names.filter((script) => /^(pre|post)?install$|^prepare$/.test(script))).toEqual([])
})

test.each(packages)('$name does not test with instanceof for a class of another package', (owner) => {
  const foreign = owner.files.flatMap((file) => {
    const source = sourceOf(owner, file)
    const imported = [...source.matchAll(/import (?:type )?\{([^}]*)\} from '@app\//g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.replace(/^\s*type\s+|\s+as\s+.*/g, '').trim()),
    )
    return [...source.matchAll(/instanceof (\w+)/g)].filter(([, name = '']) => imported.includes(name)).map(() => file)
  })
  expect(foreign).toEqual([])
})

test('in @app/core, only files in src/node, the folder that #platform means on node, import values from node:…', () => {
  const core = packages.filter(({ name }) => name === '@app/core')
  const outside = core.flatMap((owner) =>
    owner.files.filter(
      (file) => !/^src\/node\//.test(file) && /(?<!import type [^\n]*)from 'node:/.test(sourceOf(owner, file)),
    ),
  )
  expect(core.length).toBe(1)
  expect(outside).toEqual([])
})

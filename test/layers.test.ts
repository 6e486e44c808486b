import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** What each package may import, beside its own files and node's; a package that is not listed here has no place. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  '@app/router': [],
  '@app/router-find-my-way': ['@app/router', 'find-my-way'],
  '@app/router-trouter': ['@app/router', 'trouter'],
  '@app/router-rou3': ['@app/router', 'rou3'],
  '@app/core': ['@app/router'],
  '@app/config': ['lilconfig', 'lodash.merge', '@standard-schema/spec'],
  '@app/container-factory': ['typed-inject'],
  '@app/problem-details': ['@app/core'],
  '@app/static': ['@app/core', 'mrmime'],
  '@app/create': ['@clack/prompts', 'commander', 'nypm'],
  '@app/cli': ['@app/core', '@app/router', '@app/config', '@clack/prompts', 'commander', 'magicast', 'nypm'],
}

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

const packages = globSync('packages/*/package.json', { cwd: ROOT }).map((path) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest
  const folder = join(ROOT, path, '..')
  const sources = globSync('src/**/*.ts', { cwd: folder }).filter((file) => !file.includes('.test'))
  return { name: manifest.name, manifest, folder, sources }
})

const IMPORT =
  /(?:^(?:import|export)\s(?:type\s)?(?:[\w$]+|\*(?: as \w+)?|(?:\w+, )?\{[^}]*\})\sfrom\s|^import |\bimport\()'([^']+)'/gm
const PACKAGE = /^(?:@[\w-]+\/)?[\w-][\w.:-]*/

/** The names of the packages that a file imports. */
function importsOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(IMPORT)]
    .flatMap(([, specifier = '']) => PACKAGE.exec(specifier)?.[0] ?? [])
    .filter((name) => !name.startsWith('node:'))
}

test('every package has its place in the table', () => {
  expect(packages.map(({ name }) => name).sort()).toEqual(Object.keys(LAYERS).sort())
})

test.each(packages)('$name imports only what its place allows', ({ name, folder, sources }) => {
  const allowed = [name, ...(LAYERS[name] ?? [])]
  const imports = new Set(sources.flatMap((file) => importsOf(join(folder, file))))
  expect([...imports].filter((specifier) => !allowed.includes(specifier))).toEqual([])
})

test.each(packages)('$name depends on what it imports and on nothing else', ({ name, manifest }) => {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  expect(declared.sort()).toEqual([...(LAYERS[name] ?? [])].sort())
})

test.each(packages)('$name runs no script when it is installed', ({ manifest }) => {
  const names = Object.keys(manifest.scripts ?? {})
  expect(names.filter((script) => /^(pre|post)?install$|^prepare$/.test(script))).toEqual([])
})

test.each(packages)('$name asks no class of another package whose instance something is', ({ folder, sources }) => {
  const foreign = sources.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    const imported = [...source.matchAll(/import (?:type )?\{([^}]*)\} from '@app\//g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.replace(/^\s*type\s+|\s+as\s+.*/g, '').trim()),
    )
    return [...source.matchAll(/instanceof (\w+)/g)].filter(([, name = '']) => imported.includes(name)).map(() => file)
  })
  expect(foreign).toEqual([])
})

test('@app/core reaches node modules only through #platform', () => {
  const core = packages.find(({ name }) => name === '@app/core')
  const outside = (core?.sources ?? []).filter((file) => {
    if (/^src\/node\//.test(file)) return false
    const source = readFileSync(join(core?.folder ?? '', file), 'utf8')
    return /(?<!import type [^\n]*)from 'node:/.test(source)
  })
  expect(outside).toEqual([])
})

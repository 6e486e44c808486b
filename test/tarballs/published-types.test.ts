import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { run } from '../../tools/run.ts'
import { sampled } from '../programs/sampled.ts'
import type { Tarball } from './pack-all.ts'
import { publishedClasses } from './published-classes.ts'
import { Outside, ROOT } from './workspace.ts'

/** The oldest TypeScript that our types support, as docs/getting-started.md says, one in between, and the newest. */
const COMPILERS = {
  'TypeScript 5.7': 'test/node_modules/typescript-oldest',
  'TypeScript 5.9': 'test/node_modules/typescript-5',
  'TypeScript 7': 'node_modules/typescript',
}
const MODULES = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'preserve', moduleResolution: 'bundler' },
}
/** Each platform has a folder with a tsconfig of its own, since the platforms have different global names. */
const PLATFORMS = {
  'node, without lib dom': { folder: 'in-node', lib: ['es2024'], types: ['node'] },
  'a browser or worker, without @types/node': {
    folder: 'elsewhere',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
  },
}

const tarballs = inject('tarballs')
const libraries = tarballs.filter(({ manifest }) => !manifest.bin)
/** The entry points of packages: `@app/core`, `@app/development` and so on. */
const entriesOf = (packages: readonly Tarball[]) =>
  packages.flatMap(({ name, manifest }) => Object.keys(manifest.exports).map((path) => join(name, path)))
const outside = new Outside(tarballs)

beforeAll(() => {
  // Hono is installed too: applications that import our entry point for Hono have it as a dependency of their own.
  outside.add(...tarballs.map(({ name }) => name), 'hono')
  for (const { folder } of Object.values(PLATFORMS)) {
    const to = join(outside.folder, folder)
    copyPrograms('test/programs/public-face', to)
    // Programs that use node's modules, the environment or the command line run on node alone.
    const isNode = folder === 'in-node'
    copyPrograms('examples', to, (text) => isNode || !/'node:|\bprocess\./.test(text))
    const entries = entriesOf(isNode ? tarballs : libraries)
    writeFileSync(join(to, 'entries.ts'), entries.map((entry, i) => `export * as e${i} from '${entry}'\n`).join(''))
  }
  // The types of node and Express are installed in this folder alone, so that programs in the folders of other
  // platforms do not find them.
  const inNode = join(outside.folder, 'in-node')
  copyPrograms('test/tarballs/in-node', inNode)
  mkdirSync(join(inNode, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(inNode, 'node_modules/@types/node'))
  symlinkSync(join(ROOT, 'test/node_modules/@types/express'), join(inNode, 'node_modules/@types/express'))
  // A second copy of the core, which an application gets if its packages require different versions.
  const second = join(outside.folder, 'application/node_modules/@app/core')
  cpSync(join(outside.folder, 'node_modules/@app/core'), second, { recursive: true })
  const manifest = readFileSync(join(second, 'package.json'), 'utf8')
  writeFileSync(join(second, 'package.json'), manifest.replace(/"version": ".*?"/, '"version": "9.9.9"'))
  cpSync(join(import.meta.dirname, 'two-copies'), outside.folder, { recursive: true })
  const written = join(inNode, '../written-types')
  cpSync(join(ROOT, 'examples/configured'), written, {
    recursive: true,
    filter: (path) => !/node_modules|\.test\.|tsconfig/.test(path),
  })
  cpSync(join(import.meta.dirname, 'written-types'), written, { recursive: true })
  cpSync(join(inNode, 'node_modules'), join(written, 'node_modules'), { recursive: true })
})
afterAll(() => outside.delete())

type Setting = readonly [
  compiler: keyof typeof COMPILERS,
  module: keyof typeof MODULES,
  platform: keyof typeof PLATFORMS,
]

const settings = Object.keys(COMPILERS).flatMap((compiler) =>
  Object.keys(MODULES).flatMap((module) => Object.keys(PLATFORMS).map((platform) => [compiler, module, platform])),
) as unknown as readonly Setting[]

function compile(compiler: keyof typeof COMPILERS, folder: string, options: object): void {
  const cwd = join(outside.folder, folder)
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ target: 'es2024', noEmit: true, allowImportingTsExtensions: true, ...options },
  }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  run(process.execPath, [join(ROOT, COMPILERS[compiler], 'bin/tsc'), '-p', '.'], { cwd })
}

test.each(sampled(settings, ([compiler]) => compiler))(
  '%s with the modules %s accepts programs, and finds the marked mistakes, in %s',
  (compiler, module, platform) => {
    const { folder, ...globals } = PLATFORMS[platform]
    compile(compiler, folder, { ...MODULES[module], ...globals })
  },
)

describe.each(Object.keys(COMPILERS) as readonly (keyof typeof COMPILERS)[])('%s', (compiler) => {
  test('the compiler accepts the declarations that the command app types wrote', () => {
    compile(compiler, 'written-types', { module: 'nodenext', lib: ['es2024'], types: ['node'] })
  })

  test('the compiler accepts middleware of one copy of the core in an application of another copy', () => {
    compile(compiler, 'application', { module: 'nodenext', lib: ['es2024', 'dom'], types: [] })
  })
})

test('no published class accepts a number, a text, a function or a plain object as an instance', () => {
  const classes = publishedClasses(outside.folder, entriesOf(tarballs))
  expect(classes.length).toBeGreaterThan(20)
  expect(classes.filter(({ taken }) => taken.length > 0)).toEqual([])
})

test('no published class can be constructed without its required arguments', () => {
  const classes = publishedClasses(outside.folder, entriesOf(tarballs))
  // A class of which only the type is published is not a value at run time, so it needs no arguments.
  const lengths = classes.map(({ entry, name }) => `(await import('${entry}')).${name}?.length ?? 0`)
  const program = `console.log(JSON.stringify([${lengths}]))`
  const needed = JSON.parse(outside.node('--input-type=module', '-e', program)) as number[]
  const hidden = classes.filter(({ mostArguments = Infinity }, i) => mostArguments < (needed[i] as number))
  expect(hidden).toEqual([])
})

/**
 * Copies the programs of a folder, without tests, and without programs that `isFor` refuses or whose imports are
 * missing.
 */
function copyPrograms(from: string, to: string, isFor: (text: string) => boolean = () => true): void {
  const files = globSync(`${from}/**/*.{ts,json}`, {
    cwd: ROOT,
    // All programs are compiled together, so their types must not conflict. Two are left out because their types would:
    // examples/configured, with the types that the command `app types` wrote for it, is compiled by a test of its own;
    // the noticeboard, with its type of users, is compiled by `pnpm product`.
    exclude: (path) => /node_modules|\.test\.|tsconfig|types\.d\.ts|noticeboard|examples\/configured/.test(path),
  })
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const isPossible = (text: string) => isFor(text) && librariesOf(text).every(isThere)
  const leftOut = new Set(files.filter((file) => !isPossible(texts.get(file) ?? '')))
  // A file that imports a file that is left out is left out too. The loop also visits the files that it adds.
  for (const file of leftOut) {
    for (const [other, text] of texts) if (importsOf(other, text).includes(file)) leftOut.add(other)
  }
  const copied = files.filter((file) => !leftOut.has(file))
  expect(copied).not.toEqual([])
  for (const file of copied) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(to, file))
  }
}

/** The packages that a file imports, without node's own modules. */
function librariesOf(text: string): readonly string[] {
  return [...text.matchAll(/from '((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/g)].map(([, name = '']) => name)
}

/** True if a package, or its types, is installed for the programs that are compiled outside of the workspace. */
function isThere(name: string): boolean {
  return [join(outside.folder, 'node_modules'), join(ROOT, 'test/node_modules/@types')].some((folder) =>
    existsSync(join(folder, name)),
  )
}

/** The files that a file imports by their paths. */
function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/from '(\..*?)'/g)].map(([, path = '']) => join(dirname(file), path))
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../../packages')

/**
 * Imports modules with copies of the same functions, from packages that may not import each other. The tests call each
 * copy with the same values, and expect the same results.
 */
async function copies<T>(...paths: readonly string[]): Promise<readonly { readonly path: string; readonly copy: T }[]> {
  return Promise.all(paths.map(async (path) => ({ path, copy: (await import(join(PACKAGES, path))) as T })))
}

interface Kinds {
  isMap(value: unknown): boolean
  isClass(value: unknown): boolean
  describeValue(value: unknown): string
}

class Named {}
const Nameless = (() => class {})()
const frozen = Object.freeze(function frozen() {})

/**
 * Values, each with the answers of the functions: whether the value is a map, whether it is a class, and its
 * description.
 */
const KINDS: readonly (readonly [unknown, boolean, boolean, string])[] = [
  [undefined, false, false, 'undefined'],
  [null, false, false, 'null'],
  ['', false, false, 'an empty string'],
  ['S3CRET', false, false, 'a string'],
  [42, false, false, 'a number'],
  [42n, false, false, 'a bigint'],
  [Symbol('S3CRET'), false, false, 'a symbol'],
  [true, false, false, 'a boolean'],
  [[], false, false, 'a list'],
  [['S3CRET'], false, false, 'a list'],
  [{}, true, false, 'a map'],
  [{ password: 'S3CRET' }, true, false, 'a map'],
  [Object.create(null), true, false, 'a map'],
  [JSON.parse('{"__proto__": 1}'), true, false, 'a map'],
  [runInNewContext('({})'), true, false, 'a map'],
  [runInNewContext('[]'), false, false, 'a list'],
  [new Map(), false, false, 'an instance of Map'],
  [new Date(0), false, false, 'an instance of Date'],
  [new Named(), false, false, 'an instance of Named'],
  [new Nameless(), false, false, 'an instance of a class without a name'],
  [Object.create({ inherited: 1 }), false, false, 'an instance of Object'],
  [Promise.resolve(), false, false, 'a promise'],
  [Named, false, true, 'the class Named'],
  [Nameless, false, true, 'a class'],
  [Date, false, true, 'the class Date'],
  [new Proxy(Named, {}), false, true, 'the class Named'],
  [function named() {}, false, false, 'the function named'],
  [() => undefined, false, false, 'a function'],
  [async () => undefined, false, false, 'a function'],
  [frozen, false, false, 'the function frozen'],
  [function* made() {}, false, false, 'the function made'],
  [Named.bind(undefined), false, false, 'the function bound Named'],
]

const kinds = await copies<Kinds>(
  'config/src/value-kinds.ts',
  'container-factory/src/value-kinds.ts',
  'http/src/options/value-kinds.ts',
)

test.each(kinds)('$path tells maps and classes from other values, and describes each value in words', ({ copy }) => {
  for (const [value, isMap, isClass, words] of KINDS) {
    expect([copy.isMap(value), copy.isClass(value), copy.describeValue(value)], words).toEqual([isMap, isClass, words])
  }
})

const printables = await copies<{ printable(text: string): string }>(
  'http/src/options/value-kinds.ts',
  'create/src/output.ts',
)

test.each(printables)(
  '$path writes invisible characters, and those that steer a terminal, as escapes',
  ({ copy: { printable } }) => {
    const plain = 'Grüße, 世界 👩‍💻 נייר می‌خواهم "\\'
    expect(printable(plain)).toBe(plain)
    expect(printable('a\x1b[31mb\rc\nd\te\x00\x7f\x9b')).toBe(
      'a\\u001b[31mb\\u000dc\\u000ad\\u0009e\\u0000\\u007f\\u009b',
    )
    for (const code of [0xad, 0x61c, 0x200b, 0x200e, 0x2028, 0x2029, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff]) {
      expect(printable(`a${String.fromCharCode(code)}b`)).toBe(`a\\u${code.toString(16).padStart(4, '0')}b`)
    }
  },
)

const refusals = await copies<{
  refuseUnknownOptions(owner: string, options: object, known: readonly string[]): void
}>('config/src/value-kinds.ts', 'container-factory/src/value-kinds.ts')

test.each(refusals)('$path refuses an unknown option, and names the option', ({ copy: { refuseUnknownOptions } }) => {
  const refuse = (options: unknown) => () => refuseUnknownOptions('make()', options as object, ['size', 'name'])
  expect(refuse({ size: 1 })).not.toThrow()
  expect(refuse({ sise: 1 })).toThrow(new TypeError('make(): unknown option "sise". Options are size, name.'))
  expect(refuse(null)).toThrow(new TypeError('make(): expected a map of options, got null.'))
})

const nearests = await copies<{ nearestNames(wanted: string, names: Iterable<string>): readonly string[] }>(
  'router/src/nearest.ts',
  'container-factory/src/value-kinds.ts',
)

test.each(nearests)('$path finds the names that a misspelt name probably means', ({ copy: { nearestNames } }) => {
  const names = ['middleware', 'priority', 'path', 'host', 'error', 'routes', 'Logger', 'mailer', 'mailers']
  expect(nearestNames('midleware', names)).toEqual(['middleware'])
  expect(nearestNames('prioirty', names)).toEqual(['priority'])
  expect(nearestNames('logger', names)).toEqual(['Logger'])
  expect(nearestNames('mailr', names)).toEqual(['mailer', 'mailers'])
  expect(nearestNames('ruotes', names)).toEqual(['routes'])
  expect(nearestNames('completely-different', names)).toEqual([])
  expect(nearestNames('', names)).toEqual([])
})

describe('the folder in which the search for configuration and for installed packages starts', async () => {
  const starts = await copies<{ startFolder(from?: string | URL): string }>(
    'config/src/find-config-file.ts',
    'core/src/node/find-plugins.ts',
  )
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'start-')))
  mkdirSync(join(root, 'sub/node_modules/tool'), { recursive: true })
  writeFileSync(join(root, 'sub/main.js'), '')
  symlinkSync(join(root, 'sub/main.js'), join(root, 'link.js'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test.each(starts)(
    '$path starts in the given folder, else in that of the entry file if this is not in node_modules, else in the working directory',
    ({ copy }) => {
      const [node = '', entry = ''] = process.argv
      const started = (file?: string) => {
        process.argv = file === undefined ? [node] : [node, file]
        try {
          return copy.startFolder()
        } finally {
          process.argv = [node, entry]
        }
      }
      expect(started(join(root, 'sub/main.js'))).toBe(join(root, 'sub'))
      // For `node sub/main`, the entry in `process.argv` lacks the extension, so that no file has this path.
      expect(started(join(root, 'sub/main'))).toBe(join(root, 'sub'))
      expect(started(join(root, 'link.js'))).toBe(join(root, 'sub'))
      expect(started(join(root, 'sub/node_modules/tool/main.js'))).toBe(process.cwd())
      expect(started()).toBe(process.cwd())
      expect(copy.startFolder(join(root, 'sub'))).toBe(join(root, 'sub'))
      expect(copy.startFolder(new URL(`file://${root}/sub/main.js`))).toBe(join(root, 'sub'))
    },
  )
})

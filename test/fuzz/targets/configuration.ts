import { defineConfig, remove, replace, resolveConfig } from '@app/config'
import { ConfigurationError } from '@app/core'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

type Config = Record<string, unknown>

/**
 * The text consists of sources, separated by `--`; the lines of a source look like `a.b=1`, `a[]=2`, `c=!remove` and
 * `d=!replace 3`. A dangerous key causes an error with the code `APP_CONFIG_VALUE`. Merging changes neither the sources
 * nor the prototype of all objects. Sources without `!remove` and `!replace` have to keep further laws. One source
 * alone gives an equal configuration. Several sources give the same result if they are merged step by step or all at
 * once, unless a list is merged with a map. Every value of the last source wins, and no item of its lists is lost.
 */
export const target: Target = {
  seeds: [
    'a.b=1\na.c[]=2\n--\na.b=x\na.c[]=3',
    'a=1\n--\na.b=2\n--\na=!remove\n--\na=!replace {"b":[1]}',
    '__proto__.x=1\n--\nconstructor.prototype.y=2',
    'a[]=1\n--\na.b=2\n--\na[]=3\na.[0]=4',
    'a=null\n--\na={}\n--\na=[]\n--\na=[{"b":[1]},null]',
  ],
  words: [
    ...[
      'a',
      'b',
      '.',
      '[]',
      '=',
      '\n',
      '\n--\n',
      '!remove',
      '!replace ',
      '{}',
      '[]',
      'null',
      'true',
      '"x"',
      '{"a":1}',
      '[1,[2]]',
    ],
    ...[
      '[0]',
      '[1]',
      '#1',
      '.a',
      'map',
      'origin',
      'length',
      '0',
      '1',
      'toString',
      'hasOwnProperty',
      'prototype',
      'a.b.c.',
      '{"a":{"a":[]}}',
    ],
  ],
  check: async (input) => {
    const sources = input.split('\n--\n').slice(0, 6).map(sourceOf)
    const before = JSON.stringify(sources)
    const prototype = Object.getOwnPropertyNames(Object.prototype)
    const merged = await merge(sources)
    equal([JSON.stringify(sources), Object.getOwnPropertyNames(Object.prototype)], [before, prototype])
    if (merged === undefined) return
    equal(await merge([merged]), merged)
    equal(await merge([{}, ...sources, {}]), merged)
    equal(
      leavesOf(merged).filter(({ keys }) => keys.includes('__proto__')),
      [],
    )
    const [first, ...others] = sources as [Config, ...Config[]]
    const last = sources.at(-1) as Config
    // The laws below do not hold with `!remove` and `!replace`, which take away values of earlier sources.
    if (input.includes('!')) return
    equal(await merge([first]), first)
    for (const { keys, value, isItem } of leavesOf(last)) if (!isItem) equal(at(merged, keys), value)
    equal(leavesOf(merged).length >= leavesOf(last).filter(({ isItem }) => isItem).length, true)
    // Merging step by step gives another result if a list was merged with a map: its items then have keys such as
    // `[0]`.
    if (before.includes('"[') || JSON.stringify(merged).includes('"[')) return
    let step = first
    for (const other of others) step = (await merge([step, other])) as Config
    equal(step, merged)
  },
}

/** Merges sources to a configuration; gives `undefined` if a source contains a forbidden key. */
async function merge(sources: readonly Config[]): Promise<Config | undefined> {
  try {
    return await resolveConfig(defineConfig([...sources]), { root: '/', env: {} })
  } catch (error) {
    if (ConfigurationError.is(error) && error.code === 'APP_CONFIG_VALUE') return undefined
    throw error
  }
}

/** Reads a source from its lines. Lines without `=` or with more than 51 keys are ignored. */
function sourceOf(text: string): Config {
  const source: Config = {}
  for (const line of text.split('\n')) {
    const at = line.indexOf('=')
    const keys = line.slice(0, at).split('.')
    const last = keys.pop() as string
    if (at === -1 || keys.length > 50) continue
    let map = source
    for (const key of keys) {
      if (!Object.hasOwn(map, key) || !isMap(map[key])) define(map, key, {})
      map = map[key] as Config
    }
    const key = last.replace(/\[\]$/, '')
    const value = readValue(line.slice(at + 1))
    if (key === last) define(map, key, value)
    else if (Object.hasOwn(map, key) && Array.isArray(map[key])) (map[key] as unknown[]).push(value)
    else define(map, key, [value])
  }
  return source
}

function readValue(text: string): unknown {
  if (text === '!remove') return remove()
  if (text.startsWith('!replace ')) return replace(readValue(text.slice(9)) ?? null)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Defines a property as `JSON.parse` does, also for `__proto__`. */
function define(map: Config, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true })
}

function isMap(value: unknown): value is Config {
  if (typeof value !== 'object' || value === null) return false
  // The results of `replace()` and `remove()` have only symbols as keys.
  return Object.getPrototypeOf(value) === Object.prototype && Object.getOwnPropertySymbols(value).length === 0
}

interface Leaf {
  readonly keys: readonly string[]
  readonly value: unknown
  readonly isItem: boolean
}

/**
 * Returns every scalar with its keys. Scalars in lists are marked by `isItem`: they are appended, and replace nothing.
 */
function leavesOf(value: unknown, keys: readonly string[] = [], isItem = false): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, keys, true))
  if (!isMap(value)) return [{ keys, value, isItem }]
  return Object.entries(value).flatMap(([key, inside]) => leavesOf(inside, [...keys, key], isItem))
}

function at(from: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((map, key) => (map as Config)[key], from)
}

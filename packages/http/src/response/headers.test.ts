import { inspect, isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { light, lightHeaders, outcomeOf, real, realHeaders } from './outcome.test-kit.ts'

/** One operation on headers; its result is compared with the result for the platform's own headers. */
type Case = readonly [sentence: string, operation: (headers: Headers) => unknown]

const starts: readonly (readonly [name: string, init: unknown])[] = [
  ['nothing', undefined],
  ['two names', { b: '2', A: '1' }],
  ['one name three times', [['x', '1'], ['A', '5'], ['X', ' 2 '], ['x', '']]], // biome-ignore format: a list of pairs
  ['cookies', [['set-cookie', 'b=2'], ['z', '9'], ['Set-Cookie', 'a=1'], ['a', '1'], ['cookie', 'k=v']]], // biome-ignore format: likewise
]

const cases: readonly Case[] = [
  ['the list of all headers', (headers) => headers],
  ['get, in any case', (headers) => [headers.get('a'), headers.get('A'), headers.get('x'), headers.get('none')]],
  ['get of cookies', (headers) => [headers.get('set-cookie'), headers.get('Cookie')]],
  ['has, in any case', (headers) => [headers.has('a'), headers.has('X'), headers.has('set-cookie'), headers.has('b')]],
  ['getSetCookie', (headers) => headers.getSetCookie()],
  ['getSetCookie returns a list of its own', (headers) => [headers.getSetCookie().push('c=3'), headers.getSetCookie()]],
  ['set of a name that is there', (headers) => [headers.set('a', 'new'), headers]],
  ['set of a name that is there more than once', (headers) => [headers.set('x', 'new'), headers]],
  ['set of a name that is not there', (headers) => [headers.set('new', '1'), headers]],
  ['set in another case', (headers) => [headers.set('NEW', '1'), headers.set('New', '2'), headers]],
  ['set of a cookie', (headers) => [headers.set('set-cookie', 'only=1'), headers]],
  ['set of an empty value', (headers) => [headers.set('a', ''), headers]],
  ['append to a name', (headers) => [headers.append('a', 'more'), headers]],
  ['append in another case', (headers) => [headers.append('X', 'more'), headers.append('x', ''), headers]],
  ['append of a cookie', (headers) => [headers.append('Set-Cookie', 'c=3'), headers]],
  ['append to a Cookie header', (headers) => [headers.append('Cookie', 'l=w'), headers]],
  [
    'append of a value with a comma',
    (headers) => [headers.append('vary', 'a, b'), headers.append('vary', 'c'), headers],
  ],
  ['delete of a name', (headers) => [headers.delete('a'), headers]],
  ['delete of a name that is there more than once', (headers) => [headers.delete('X'), headers]],
  ['delete of cookies', (headers) => [headers.delete('SET-COOKIE'), headers]],
  ['delete of a name that is not there', (headers) => [headers.delete('none'), headers]],
  ['delete, then append', (headers) => [headers.delete('a'), headers.append('a', '7'), headers]],
  ['delete, then set', (headers) => [headers.delete('x'), headers.set('x', '7'), headers]],
  ['set, then append', (headers) => [headers.set('x', '1'), headers.append('x', '2'), headers.get('x'), headers]],
  ['keys', (headers) => [...headers.keys()]],
  ['values', (headers) => [...headers.values()]],
  ['entries', (headers) => [...headers.entries()]],
  ['a spread', (headers) => [...headers]],
  ['a spread after another', (headers) => [[...headers], [...headers]]],
  ['a spread after a change', (headers) => [[...headers], headers.append('aa', '1'), [...headers]]],
  ['forEach', (headers) => walked(headers, (step) => headers.forEach(step))],
  ['forEach with a value for this', (headers) => walked(headers, (step) => headers.forEach(step, 'me'))],
  ['forEach with a text in place of a function', (headers) => headers.forEach('x' as never)],
  ['forEach without a function', (headers) => (headers.forEach as () => void)()],
  ['forEach whose function throws', (headers) => [headers.set('a', '1'), headers.forEach(fail)]],
  [
    'a name added while iterating, behind the current one',
    (headers) => changed(headers, (name) => name === 'a' && headers.set('m', '1')),
  ],
  [
    'a name added while iterating, in front of the current one',
    (headers) => changed(headers, (name) => name > 'a' && headers.set('0', '1')),
  ],
  ['a name deleted while iterating', (headers) => changed(headers, (name) => headers.delete(name))],
  [
    'all names deleted while iterating',
    (headers) => changed(headers, () => [...headers.keys()].map((name) => headers.delete(name))),
  ],
  ['a value set while iterating', (headers) => changed(headers, () => headers.set('z', 'now'))],
  [
    'a cookie added while iterating',
    (headers) => changed(headers, (name) => name === 'a' && headers.append('set-cookie', 'z=9')),
  ],
  ['a name added in forEach', (headers) => walked(headers, (step) => forEach(headers, step))],
  ['an iterator that is at its end stays there', (headers) => ended(headers)],
  ['two iterators at once', (headers) => [headers.keys(), headers.keys()].map((keys) => [keys.next(), keys.next()])],
  [
    'a changed pair of an iterator changes no header',
    (headers) => [headers.entries().next().value?.push('x'), headers],
  ],
  ['an iterator iterates itself', (headers) => ((keys) => keys[Symbol.iterator]() === keys)(headers.keys())],
  ['a copy', (headers) => new Headers(headers)],
  [
    'a copy does not change with its original',
    (headers) => ((copy) => [headers.set('a', 'new'), copy].at(-1))(new Headers(headers)),
  ],
  ['a Map of the headers', (headers) => [...new Map(headers)]],
  ['an object made of the headers', (headers) => Object.fromEntries(headers)],
  ['URLSearchParams made of the headers', (headers) => String(new URLSearchParams([...headers]))],
  ['a Response with the headers', (headers) => new Response('x', { headers })],
  ['a Request with the headers', (headers) => new Request('http://a/', { headers }).headers],
  ['get without a name', (headers) => (headers.get as () => unknown)()],
  ['has without a name', (headers) => (headers.has as () => unknown)()],
  ['delete without a name', (headers) => (headers.delete as () => void)()],
  ['set without a value', (headers) => (headers.set as (name: string) => void)('a')],
  ['append without a value', (headers) => (headers.append as (name: string) => void)('a')],
  ['set of undefined', (headers) => [headers.set('a', undefined as never), headers]],
  ['get of undefined', (headers) => [headers.set('undefined', 'x'), headers.get(undefined as never)]],
  ['a method called without its object', (headers) => { const { get } = headers; return get('a') }], // biome-ignore format: one case, one line
  ['a method called on another object', (headers) => headers.get.call({} as Headers, 'a')],
  ['entries() called on another object', (headers) => headers.entries.call({} as Headers)],
  ['instanceof', (headers) => [headers instanceof Headers, headers.constructor === Headers]],
  ['String() and Symbol.toStringTag', (headers) => [String(headers), headers[Symbol.toStringTag as never]]],
  ['names of own properties', (headers) => [Object.keys(headers), Reflect.ownKeys(headers), JSON.stringify(headers)]],
  ['names that a for-in loop finds', (headers) => namesIn(headers)],
  [
    'the name and the length of each method',
    (headers) => namesIn(headers).map((name) => shapeOf(headers[name as 'get'])),
  ],
  ['Symbol.iterator is entries()', (headers) => headers[Symbol.iterator] === headers.entries],
  ['the properties of an iterator', (headers) => iteratorShape(headers.keys())],
  ['inspect() of an iterator', (headers) => inspect(headers.entries())],
  ['isDeepStrictEqual()', (headers) => isDeepStrictEqual(headers, headers)],
]

const inits: readonly (readonly [sentence: string, init: () => unknown])[] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['a number', () => 5],
  ['a text', () => 'a: b'],
  ['true', () => true],
  ['a symbol', () => Symbol('s')],
  ['a function', () => () => 0],
  ['a function with names', () => Object.assign(() => 0, { a: '1' })],
  ['an empty object', () => ({})],
  ['an object', () => ({ b: '2', a: '1' })],
  ['names of more than one case', () => ({ 'X-A': '1', 'x-a': '2', 'X-a': '3' })],
  ['numbers', () => ({ a: 1, b: 1.5, 3: 4 })],
  ['a value that is undefined', () => ({ a: undefined })],
  ['a value that is null', () => ({ a: null })],
  ['a value that is an object', () => ({ a: {} })],
  ['a value that is a list', () => ({ a: ['1', '2'] })],
  ['a value with a toString() of its own', () => ({ a: { toString: () => 'mine' } })],
  ['a value that is a symbol', () => ({ a: Symbol('s') })],
  ['a value that is a function', () => ({ a: () => 1 })],
  ['a name that is a symbol', () => ({ [Symbol('s')]: '1' })],
  ['an empty name', () => ({ '': '1' })],
  ['an invalid name', () => ({ 'a b': '1' })],
  ['an invalid value', () => ({ a: '1\n2' })],
  ['values between white space', () => ({ a: ' \t1 2\t ', b: '\r\n1\n' })],
  ['a getter', () => ({ get a() { return '1' } })], // biome-ignore format: one case, one line
  ['a getter that throws', () => ({ get a() { return fail() } })], // biome-ignore format: likewise
  ['inherited properties', () => Object.create({ a: '1' })],
  ['an object without a prototype', () => Object.assign(Object.create(null), { a: '1' })],
  ['a proxy', () => new Proxy({ a: '1' }, {})],
  ['an empty list', () => []],
  ['a list of pairs', () => [['b', '2'], ['a', '1']]], // biome-ignore format: a list of pairs
  ['a list of pairs of one name', () => [['a', '1'], ['A', '2']]], // biome-ignore format: likewise
  ['a list of cookies', () => [['set-cookie', 'a=1'], ['Set-Cookie', 'b=2']]], // biome-ignore format: likewise
  ['a list of numbers', () => [['a', 1]]],
  ['a list of a name without a value', () => [['a']]],
  ['a list of triples', () => [['a', '1', '2']]],
  ['a list of an empty list', () => [[]]],
  ['a list of a text of two characters', () => ['ab']],
  ['a list of a text of one character', () => ['a']],
  ['a list with null', () => [null]],
  ['a list of sets', () => [new Set(['a', '1'])]],
  ['a list of an array-like object', () => [{ 0: 'a', 1: '1', length: 2 }]],
  ['a map', () => new Map([['b', '2'], ['a', '1']])], // biome-ignore format: likewise
  ['a set of pairs', () => new Set([['a', '1']])],
  ['a generator', () => (function* () { yield ['a', '1'] })()], // biome-ignore format: one case, one line
  ['a generator that throws', () => (function* () { yield fail() })()], // biome-ignore format: likewise
  ['a form', () => new URLSearchParams('b=2&a=1&a=3')],
  ['a multipart form', () => { const form = new FormData(); form.append('a', '1'); return form }], // biome-ignore format: likewise
  ['an iterator that is not a function', () => ({ [Symbol.iterator]: 5 })],
  ['an iterator that is undefined', () => ({ [Symbol.iterator]: undefined, a: '1' })],
  ['Headers', () => new Headers([['b', '2'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']])], // biome-ignore format: likewise
  ['light headers', () => lightHeaders([['b', '2'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']])], // biome-ignore format: likewise
  ['entries of Headers', () => new Headers({ b: '2', a: '1' }).entries()],
  ['entries of light headers', () => lightHeaders({ b: '2', a: '1' }).entries()],
  ['headers of a request', () => new Request('http://a/', { headers: { a: '1' } }).headers],
  ['a date', () => new Date(0)],
  ['no bytes', () => new Uint8Array()],
  ['one byte', () => new Uint8Array([1])],
  ['a response', () => new Response()],
]

const names: readonly unknown[] = [
  'a', 'A-B_c', "!#$%&'*+-.^_`|~09", 'x'.repeat(300), 'content-type', 'Content-Length', 'host', 'connection',
  'transfer-encoding', 'set-cookie2', '__proto__', 'constructor', '', ' ', 'a ', ' a', 'a b', 'a\t', 'a\n', '\n', 'a:',
  ':a', 'a,b', 'a;b', 'a=b', 'a/b', 'a"b', 'a(b)', '[a]', '{a}', 'a@b', 'a?', 'a\\b', '<a>', '\0', '\x7f', 'ü', '\xff',
  'Ā', '\u{1f600}', '\ud800', 'K', 'ſ', 5, null, true, {}, [], ['a'], Symbol('s'),
] // biome-ignore format: a table of single values

const values: readonly unknown[] = [
  '', 'a', ' a ', '\ta\t', '\r\na\r\n', '  ', '\n', 'a b', 'a\tb', 'a\nb', 'a\rb', 'a\r\nb: c', 'a\0', '\0', '\x01',
  '\x0b', '\x0ba', 'a\x0c', '\x1f', '\x7f', 'ü', '\xa0a\xa0', '\x80', '\xff', 'Ā', '\u2028', '\u{1f600}', '\ud800',
  '\ufeffa', 'a,b', '"', 'x'.repeat(10_000), 5, -0, null, false, {}, [], ['a', 'b'], 1n, Symbol('s'),
] // biome-ignore format: a table of single values

describe.each(starts)('LightHeaders made of %s behave as the platform’s Headers:', (_, init) => {
  test.each(cases)('%s', async (_, operation) => {
    const theirs = await outcomeOf(() => operation(realHeaders(init)))
    const ours = await outcomeOf(() => operation(lightHeaders(init)))

    expect(ours).toEqual(theirs)
  })
})

describe('inspect() shows LightHeaders as it shows the platform’s Headers:', () => {
  test.each([
    ['by themselves', (headers: Headers) => inspect(headers)],
    ['in an object', (headers: Headers) => inspect({ a: { b: { headers } } })],
    ['in lists that are nested too deep to be shown', (headers: Headers) => inspect([[[[headers]]]])],
    ['in colours', (headers: Headers) => inspect(headers, { colors: true, compact: false })],
  ])('%s', async (_, show) => {
    const init = [['a', '1'], ['set-cookie', 'b=2'], ['set-cookie', 'a=1'], ['x-y', '2']] // biome-ignore format: a list of pairs
    expect(show(lightHeaders(init))).toBe(show(realHeaders(init)))
    expect(show(lightHeaders())).toBe(show(realHeaders()))
  })
})

describe('a LightResponse accepts and refuses the same values for its headers as the platform’s Response:', () => {
  test.each(inits)('%s', async (_, init) => {
    const theirs = await outcomeOf(() => real(null, { headers: init() }).headers)
    const ours = await outcomeOf(() => light(null, { headers: init() }).headers)

    expect(ours).toEqual(theirs)
  })
})

describe('LightHeaders accept a header name exactly if the platform’s Headers accept it:', () => {
  test.each(names.map((name) => [shown(name), name]))('%s', async (_, name) => {
    const theirs = await eachMethod(realHeaders(), name, 'x')
    const ours = await eachMethod(lightHeaders(), name, 'x')

    expect(ours).toEqual(theirs)
  })
})

describe('LightHeaders accept, and trim, a header value exactly if the platform’s Headers do:', () => {
  test.each(values.map((value) => [shown(value), value]))('%s', async (_, value) => {
    const theirs = await eachMethod(realHeaders(), 'x', value)
    const ours = await eachMethod(lightHeaders(), 'x', value)

    expect(ours).toEqual(theirs)
  })
})

function shown(value: unknown): string {
  return inspect(value, { maxStringLength: 40 })
}

async function eachMethod(headers: Headers, name: unknown, value: unknown): Promise<readonly unknown[]> {
  return [
    await outcomeOf(() => headers.set(name as string, value as string)),
    await outcomeOf(() => headers.append(name as string, value as string)),
    await outcomeOf(() => headers.get(name as string)),
    await outcomeOf(() => headers.has(name as string)),
    await outcomeOf(() => [...headers]),
    await outcomeOf(() => headers.delete(name as string)),
    await outcomeOf(() => [...headers]),
  ]
}

type Step = (value: string, name: string, headers: Headers) => void

function walked(headers: Headers, walk: (step: Step) => void): unknown {
  const steps: unknown[] = []
  walk(function (this: unknown, ...args) {
    steps.push([typeof this, ...args.slice(0, 2), args[2] === headers])
  })
  return steps
}

function forEach(headers: Headers, step: Step): void {
  headers.forEach((...args) => {
    step(...args)
    headers.set('zz', '1')
  })
}

/** Returns the pairs that an iteration visits while `change` changes the headers, and the changed headers. */
function changed(headers: Headers, change: (name: string) => unknown): unknown {
  const seen: unknown[] = []
  for (const [name, value] of headers) {
    seen.push([name, value])
    change(name)
    if (seen.length > 20) break
  }
  return [seen, headers]
}

function namesIn(value: object): string[] {
  const names: string[] = []
  for (const name in value) names.push(name)
  return names
}

function shapeOf(method: (...args: never) => unknown): unknown {
  return [method.name, method.length]
}

function iteratorShape(iterator: Iterator<string>): unknown {
  const prototype = Object.getPrototypeOf(iterator)
  const { enumerable, writable, configurable } = Object.getOwnPropertyDescriptor(prototype, 'next') ?? {}
  return [
    String(iterator),
    Reflect.ownKeys(iterator),
    Reflect.ownKeys(prototype).map(String).sort(),
    [enumerable, writable, configurable],
    Object.getPrototypeOf(prototype) === Object.getPrototypeOf(Object.getPrototypeOf([].values())),
  ]
}

function ended(headers: Headers): unknown {
  const keys = headers.keys()
  const seen = [...keys]
  headers.set('zzz', '1')
  return [seen, keys.next(), keys.next()]
}

function fail(): never {
  throw new SyntaxError('as asked')
}

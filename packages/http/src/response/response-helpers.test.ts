import { describe, expect, test } from 'vitest'
import { outcomeOf, real } from './outcome.test-kit.ts'
import { bytes, empty, html, json, redirect, text } from './response-helpers.ts'
import type { ResponseOptions } from './response-options.ts'

const values: readonly unknown[] = [
  ...[null, true, 0, -0, Number.NaN, 1.5, '', 'ü', '\ud800', '</script>', [], [undefined], [Symbol('s')], {}],
  ...[{ a: undefined }, { toJSON: () => 1 }, { toJSON: () => undefined }, new Date(0), new Map([[1, 2]]), /x/],
  ...[Object(1n), { a: 1n }, JSON.parse('{"__proto__":1}'), new Uint8Array([1, 2]), circle(), { toJSON: fail }],
  ...[undefined, () => 1, Symbol('s'), 1n],
]

const options: readonly (readonly [sentence: string, init: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a status', { status: 201 }],
  ['a status that has no body', { status: 204 }],
  ['another status that has no body', { status: 304 }],
  ['an invalid status', { status: 700 }],
  ['a status text', { status: 404, statusText: 'Gone' }],
  ['an invalid status text', { statusText: 'a\nb' }],
  ['a content type', { headers: { 'Content-Type': 'application/problem+json' } }],
  ['an empty content type', { headers: { 'content-type': '' } }],
  ['headers in a list', { headers: [['x', 'y'], ['x', 'z']] }], // biome-ignore format: a list of pairs
  ['Headers', { headers: new Headers({ 'Content-Type': 'a/b' }) }],
  ['invalid headers', { headers: { 'a b': '1' } }],
  ['another response', new Response('x', { status: 404, headers: { etag: '"x"' } })],
]

const locations: readonly unknown[] = [
  ...['https://example.com', 'https://example.com/a b?c=ü#d', 'HTTP://EXAMPLE.com:80/../a', 'https://example.com/%zz'],
  ...['https://a:b@example.com/', 'https://münchen.example/ä', 'mailto:a@b', 'data:text/plain,x', 'https://[::1]/'],
  ...[
    'http://',
    'http://a:99999/',
    'http://a b/',
    'https:example.com',
    'http:\\\\a\\b',
    'https://example.com/\u{1f600}',
  ],
  ...[new URL('https://example.com/x'), { toString: () => 'https://example.com/y' }, Symbol('s')],
]

const statuses: readonly unknown[] = [
  ...[
    undefined,
    301,
    302,
    303,
    307,
    308,
    200,
    201,
    300,
    304,
    305,
    306,
    309,
    404,
    0,
    -1,
    302.7,
    '303',
    null,
    Number.NaN,
  ],
]

/** The platform's `new Response` takes null for options, as Web IDL says, but its `Response.json` throws. */
const optionsOfJson = options.filter(([, init]) => init !== null)

describe('json() makes the same response as Response.json:', () => {
  test.each(values.map((value) => [value]))('for the value %o', async (value) => {
    expect(await outcomeOf(() => json(value as object))).toEqual(await outcomeOf(() => Response.json(value)))
  })

  test.each(optionsOfJson)('with %s for options', async (_, init) => {
    const theirs = await outcomeOf(() => Response.json({ a: 'ü' }, init as ResponseOptions))

    expect(await outcomeOf(() => json({ a: 'ü' }, init as ResponseOptions))).toEqual(theirs)
  })
})

describe.each([
  ['text()', text, 'text/plain; charset=utf-8'],
  ['html()', html, 'text/html; charset=utf-8'],
])('%s makes the response that the platform makes of a text and its content type:', (_, make, type) => {
  test.each(options)('with %s for options', async (_, init) => {
    const theirs = await outcomeOf(() => withType(real('ü', init), init, type))

    expect(await outcomeOf(() => make('ü', init as ResponseOptions))).toEqual(theirs)
  })

  test.each(['', 'a\ud800', '\ufeffa', 'x'.repeat(100_000)])('with the text %j', async (body) => {
    const theirs = await outcomeOf(() => real(body, { headers: { 'content-type': type } }))

    expect(await outcomeOf(() => make(body))).toEqual(theirs)
  })
})

describe('empty() makes the same response as new Response(null), with 204 as the default status:', () => {
  test.each(options)('with %s for options', async (_, init) => {
    const status = (init as ResponseOptions | undefined)?.status ?? 204
    const theirs = await outcomeOf(() => {
      const { statusText, headers } = real(null, init)
      return real(null, { status, statusText, headers })
    })

    expect(await outcomeOf(() => empty(init as ResponseOptions))).toEqual(theirs)
  })
})

describe('redirect() makes the same response as Response.redirect:', () => {
  test.each(locations.map((location) => [location]))('to %s', async (location) => {
    const theirs = await outcomeOf(() => Response.redirect(location as string))

    expect(await outcomeOf(() => redirect(location as string))).toEqual(theirs)
  })

  test.each(statuses.map((status) => [status]))('with the status %j', async (status) => {
    const theirs = await outcomeOf(() => Response.redirect('https://example.com/', status as 301))

    expect(await outcomeOf(() => redirect('https://example.com/', status as 301))).toEqual(theirs)
  })
})

function withType(response: Response, init: unknown, type: string): Response {
  const { headers } = (init ?? {}) as ResponseOptions
  if (!new Headers(headers).has('content-type')) response.headers.set('content-type', type)
  return response
}

function circle(): object {
  const ring: { self?: object } = {}
  ring.self = ring
  return ring
}

function fail(): never {
  throw new RangeError('as asked')
}

test('json() compiles for a value of unknown type, but not for a type that JSON cannot express', async () => {
  const given = { at: '/', method: 'POST' } as unknown
  const maybe = given as { readonly id: string } | undefined
  const record: Readonly<Record<string, unknown>> = { a: 1 }
  const any = JSON.parse('[1]')
  expect(await json(given).json()).toEqual(given)
  for (const value of [json(record), json(any), json(null), json([1, 'a']), json({ a: { b: undefined } })]) {
    expect(value.headers.get('content-type')).toBe('application/json')
  }
  // @ts-expect-error JSON has no bigint
  expect(() => json(10n)).toThrow(TypeError)
  // @ts-expect-error JSON has no undefined
  expect(() => json(undefined)).toThrow(TypeError)
  // @ts-expect-error JSON has no promise
  expect(() => json(Promise.resolve(1))).toThrow('got a promise')
  // @ts-expect-error JSON has no function
  expect(() => json(() => 1)).toThrow(TypeError)
  // @ts-expect-error the value may be undefined, which JSON does not have
  expect(json(maybe).status).toBe(200)
})

test('bytes() answers with bytes, and refuses any other value with an error that describes it', async () => {
  const made = bytes(new Uint8Array([0, 255]), { status: 201, headers: { 'content-type': 'image/png' } })
  expect([made.status, made.headers.get('content-type'), await made.bytes()]).toEqual([
    201,
    'image/png',
    new Uint8Array([0, 255]),
  ])
  expect(bytes(new Uint8Array()).headers.get('content-type')).toBe('application/octet-stream')
  expect(() => bytes('x' as never)).toThrow('bytes() takes a Uint8Array, got ')
})

import { inspect, isDeepStrictEqual, types } from 'node:util'
import { describe, expect, test } from 'vitest'
import { light, outcomeOf, real } from './outcome.test-kit.ts'

/**
 * One way to inspect a response. Its result for a `LightResponse` is compared with its result for the platform's own
 * response.
 */
type Case = readonly [sentence: string, look: (response: Response) => unknown]

const responses: readonly (readonly [name: string, make: (of: typeof light) => Response | Promise<Response>])[] = [
  ['a text', (of) => of('hello')],
  ['no body', (of) => of(null)],
  ['bytes', (of) => of(new Uint8Array([104, 0, 255]))],
  ['bytes that are JSON in UTF-8', (of) => of(new TextEncoder().encode('\ufeff{"a":"é"}'))],
  ['bytes that were read', (of) => read(of(new Uint8Array([104])))],
  ['bytes whose body was accessed', (of) => looked(of(new Uint8Array([104])))],
  [
    'a status and headers',
    (of) => of('{}', { status: 404, statusText: 'Gone', headers: { 'content-type': 'a/b', etag: '"x"' } }),
  ],
  ['cookies', (of) => withCookies(of('x'))],
  ['a text that was read', (of) => read(of('hello'))],
  ['a text whose body was accessed', (of) => looked(of('hello'))],
]

const PROPERTIES = ['type', 'url', 'redirected', 'status', 'ok', 'statusText', 'headers', 'body', 'bodyUsed'] as const
const METHODS = ['clone', 'blob', 'arrayBuffer', 'text', 'json', 'formData', 'bytes'] as const

const cases: readonly Case[] = [
  ['the response itself', (response) => response],
  ['instanceof', (response) => [response instanceof Response, response.constructor === Response]],
  ['String() and Symbol.toStringTag', (response) => [String(response), response[Symbol.toStringTag as never]]],
  ['names of own properties', (response) => [Object.keys(response), Reflect.ownKeys(response)]],
  ['names that a for-in loop finds', (response) => namesIn(response)],
  [
    'names for which the operator in is true',
    (response) => [...PROPERTIES, ...METHODS, 'then', 'sent'].map((name) => name in response),
  ],
  ['the descriptor of each property', (response) => PROPERTIES.map((name) => shapeOf(response, name))],
  ['the descriptor of each method', (response) => METHODS.map((name) => shapeOf(response, name))],
  ['JSON.stringify()', (response) => JSON.stringify({ response })],
  ['an object that it is spread into', (response) => ({ ...response })],
  ['inspect()', (response) => inspect(response)],
  ['inspect() of an object with it', (response) => inspect({ a: [{ response }] })],
  ['inspect() with a depth of 5', (response) => inspect(response, { depth: 5 })],
  ['inspect() with colours', (response) => inspect(response, { colors: true, compact: false })],
  ['inspect() on one line', (response) => inspect(response, { breakLength: Number.POSITIVE_INFINITY })],
  ['the response after inspect()', (response) => [inspect(response).length > 0, response]],
  ['isDeepStrictEqual()', (response) => isDeepStrictEqual(response, response)],
  ['whether it is a proxy', (response) => types.isProxy(response)],
  ['whether it can be extended', (response) => Object.isExtensible(response)],
  ['a property added', (response) => [Object.assign(response, { mine: 1 }).mine, Object.keys(response)]],
  ...PROPERTIES.map(
    (name): Case => [`${name} cannot be written`, (response) => Object.assign(response, { [name]: 1 })],
  ),
  ...METHODS.map(
    (name): Case => [`${name}() called on another object`, (response) => (response[name] as () => unknown).call({})],
  ),
  ['the same headers each time', (response) => Object.is(response.headers, response.headers)],
  ['headers that are set', (response) => [response.headers.set('A', ' 1 '), response]],
  ['headers that are appended', (response) => [response.headers.append('set-cookie', 'c=3'), response]],
  ['headers that are deleted', (response) => [response.headers.delete('Content-Type'), response]],
  ['an invalid header name', (response) => response.headers.set('a b', '1')],
  ['a promise that resolves to it', async (response) => Object.is(await Promise.resolve(response), response)],
  ['a new Response() with it as the options', (response) => new Response('x', response)],
  ['a new Response() of its body, with it as the options', (response) => new Response(response.body, response)],
  ['a new Response(null) with it as the options', (response) => new Response(null, response)],
  ['new Headers() of its headers', (response) => new Headers(response.headers)],
  ['a request with its headers', (response) => new Request('http://a/', { headers: response.headers }).headers],
  ['a request with its body', (response) => requestOf(response).text()],
]

describe.each(responses)('a LightResponse with %s looks like the platform’s Response:', (_, make) => {
  test.each(cases)('%s', async (_, look) => {
    const [theirs, ours] = [await make(real), await make(light)]

    expect(await outcomeOf(() => look(ours))).toEqual(await outcomeOf(() => look(theirs)))
  })
})

function withCookies(response: Response): Response {
  response.headers.append('set-cookie', 'b=2')
  response.headers.append('set-cookie', 'a=1')
  return response
}

async function read(response: Response): Promise<Response> {
  await response.text()
  return response
}

function looked(response: Response): Response {
  expect(response.body).not.toBeNull()
  return response
}

function namesIn(value: object): string[] {
  const names: string[] = []
  for (const name in value) names.push(name)
  return names
}

function shapeOf(response: Response, name: string): unknown {
  const { get, set, value, enumerable, configurable, writable } =
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(response), name) ?? {}
  return [get?.name, set?.name, value?.name, value?.length, enumerable, configurable, writable]
}

function requestOf({ body }: Response): Request {
  return new Request('http://a/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

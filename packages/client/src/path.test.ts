import { endpoint } from '@app/endpoint'
import { generateUrl, Route } from '@app/router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from './index.ts'

/** Returns the path of the URL to which a call sends its request. */
async function pathOf(path: string, params: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const described = endpoint({ method: 'GET', path, responses: { 204: null } })
  let url = ''
  const fetch = (request: Request) => {
    url = request.url
    return new Response(null, { status: 204 })
  }
  await createClient({ call: described }, { fetch }).call({ params: params as Record<string, string> })
  return new URL(url).pathname
}

describe('the path of a request', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['/', {}, '/'],
    ['/a/b/', {}, '/a/b/'],
    ['/users/{id}', { id: 7, name: 'Ada' }, '/users/7'],
    ['/{from}-{to}', { from: 'a b', to: 7 }, '/a%20b-7'],
    ['/{id:\\d{4}}/x[/{page:[a-z]{1,2}}]', { id: 2026 }, '/2026/x'],
    ['/{id:\\d{4}}/x[/{page:[a-z]{1,2}}]', { id: 2026, page: 'ab' }, '/2026/x/ab'],
    ['/n/{a}[/{b}[/{c}]]', { a: 1, b: 2, c: 3 }, '/n/1/2/3'],
    ['/n/{a}[/{b}[/{c}]]', { a: 1, c: 3 }, '/n/1'],
    ['/n[/v[/{c}]]', { c: 3 }, '/n/v/3'],
    ['/files/{rest...}', { rest: 'a/b c.txt' }, '/files/a/b%20c.txt'],
    ['/files/{rest...}', { rest: '/example.com/a' }, '/files//example.com/a'],
    ['/files/{rest...:[a-z/]{2,}}', { rest: 'a/b' }, '/files/a/b'],
    ['/files/{rest:.+}', { rest: 'a/b' }, '/files/a/b'],
    ['/files[/{rest:.*}]', { rest: 'a/b' }, '/files/a/b'],
    ['/f-{id}.html', { id: '?#%[]' }, '/f-%3F%23%25%5B%5D.html'],
  ])('the path %s with the params %j becomes %s', async (path, params, expected) => {
    expect(await pathOf(path, params)).toBe(expected)
  })

  test.each<[string, Record<string, unknown>]>([
    ['/users/{id}', {}],
    ['/users/{id}', { id: '' }],
    ['/users/{id}', { id: '..' }],
    ['/users/{id}/notes', { id: '.' }],
    ['/users/{id}', { id: 'a/b' }],
    ['/users/{id}', { id: '..\\..' }],
    ['/users[/{id}]', { id: '../admin' }],
    ['/.{id}', { id: '.' }],
    ['/files/{rest...}', { rest: 'a/../../admin' }],
    ['/files/{rest...}', { rest: 'a\\b' }],
  ])('the path %s refuses the params %j, which would lead to another path', async (path, params) => {
    await expect(pathOf(path, params)).rejects.toThrow(new TypeError(`${path} cannot hold ${JSON.stringify(params)}`))
  })

  test('the client makes the same path as generateUrl(), for any params that generateUrl() accepts', async () => {
    const paths = ['/{a}', '/x-{a}.html', '/{a}0', '/n/{a}[/{b}[/{c}]]', '/f/{rest...}', '/g/{rest:.*}', '/{a:\\w+}/x']
    const value = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('..', '.', 'a/b', '%2e', '~'))
    const params = fc.record({ a: value, b: value, c: value, rest: value }, { requiredKeys: ['a', 'rest'] })
    const read = (url: string) => url.split('/').map(decodeURIComponent)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), params, async (path, given) => {
        const url = attempt(() => generateUrl(new Route(path, null, ['GET']), given))
        fc.pre(url !== undefined)
        expect(read(await pathOf(path, given))).toEqual(read(url))
      }),
    )
  })
})

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

import { expect, test } from 'vitest'
import { attributeKey, type ServerRequest, text, toFetchHandler } from '../index.ts'

type Use = (request: ServerRequest, key: never) => unknown

const USES: readonly [string, Use][] = [
  ['attribute', (request, key) => request.attribute(key)],
  ['attribute', (request, key) => request.withAttribute(attributeKey('x'), 1).attribute(key)],
  ['withAttribute', (request, key) => request.withAttribute(key, 5 as never)],
]
const VALUES: readonly [unknown, string][] = [
  ['id', "'id'"],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('id'), 'a symbol'],
  [class User {}, 'the class User'],
  [{ name: 'id' }, 'a map'],
]
const cases = USES.flatMap(([method, use]) => VALUES.map(([value, shown]) => [method, shown, use, value] as const))

test.each(cases)('request.%s() refuses %s, and says that attributes have keys', async (method, shown, use, value) => {
  let thrown: unknown
  const ask = toFetchHandler((request) => {
    try {
      use(request, value as never)
    } catch (error) {
      thrown = error
    }
    return text('')
  })
  await ask(new Request('http://localhost/'))
  expect(thrown).toMatchObject({
    name: 'UsageError',
    code: 'APP_ATTRIBUTE_KEY',
    message: `${method}() takes a key of attributeKey(), got ${shown}. A placeholder of the route is in request.params.`,
  })
})

test('request.attribute() returns the given value for a request that lacks the attribute, also in place of a default', async () => {
  const seen: unknown[] = []
  const [plain, withDefault] = [attributeKey<string>('plain'), attributeKey('language', { default: 'en' })]
  const answer = toFetchHandler((request) => {
    const set = request.withAttribute(plain, 'set')
    seen.push(
      request.attribute(plain, undefined),
      request.attribute(withDefault, 'de'),
      set.attribute(plain, undefined),
    )
    return text('')
  })
  await answer(new Request('http://localhost/'))
  expect(seen).toEqual([undefined, 'de', 'set'])
})

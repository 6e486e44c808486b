import { Application, json } from '@app/core'
import { describe, expect, test } from 'vitest'
import {
  authentication,
  type BasicAuthenticatorOptions,
  basicAuthenticator,
  type CheckPassword,
  IDENTITY,
} from './index.ts'

/** The status for a header, and the calls of `check`. */
async function asked(authorization: string, found = true): Promise<[status: number, ...pairs: unknown[]]> {
  const pairs: unknown[] = []
  const check: CheckPassword = async (name, password) => {
    pairs.push([name, password])
    return found ? { id: `user ${name}` } : null
  }
  return [(await answer({ check }, authorization)).status, ...pairs]
}

async function answer(options: BasicAuthenticatorOptions, authorization: string): Promise<Response> {
  const app = new Application({ onError: () => undefined })
  app.pipe(authentication({ authenticators: [basicAuthenticator(options)], required: true }))
  app.pipe((request) => json(request.attribute(IDENTITY) ?? null))
  return app.request('/', { headers: { authorization } })
}

function base64(text: string | Uint8Array): string {
  return Buffer.from(text as string).toString('base64')
}

/**
 * Tests of `@fastify/basic-auth`, `hono/basic-auth` and `mezzio-authentication-basic`, as facts. We differ on purpose in these:
 *
 * - Fastify reads UTF-8 unless told otherwise and can read Latin-1. Here it is UTF-8 alone, as browsers send it.
 * - Fastify shows the message of `validate` in the answer. Here the answer says "Unauthorized", and the log the reason.
 * - Fastify has `strictCredentials: false`, which takes blanks in front. Here blanks around are no matter: HTTP says so.
 * - Fastify reads another header if told so. Here `Authorization` alone: a proxy that renames it can name it back.
 * - Mezzio calls for nobody's password, `name:`. Here it is wrong without a question: some directories let it in.
 * - Mezzio takes a header that cannot be read for none. Here whoever tried to log in is told that it failed.
 * - Hono has options for its realm and message as functions, and compares by SHA-256. Here the realm is a text, and what
 *   is compared are HMACs under a key of the process.
 */
describe('credentials', () => {
  test.each([
    ['a name and a password', 'Aladdin', 'OpenSesame'],
    ['a password with colons', 'Aladdin', '::Open:::Sesame::'],
    ['an empty name', '', 'OpenSesame'],
    ['emoji', 'thumbsup-👍', 'thumbsdown-👎'],
    ['a pound sign', 'test', '123£'],
    ['a byte order mark', 'test', '\ufeff1'],
    ['blanks', ' a b ', ' c d '],
  ])('of %s are read', async (_what, name, password) => {
    expect(await asked(`Basic ${base64(`${name}:${password}`)}`)).toEqual([200, [name, password]])
  })

  test.each(['basic ', 'BASIC  ', '  Basic\t'])('are read behind %j', async (scheme) => {
    expect(await asked(`${scheme}${base64('a:b')}  `)).toEqual([200, ['a', 'b']])
  })

  test.each([
    ['nothing', 'Basic'],
    ['blanks', 'Basic   '],
    ['no colon', `Basic ${base64('Aladdin')}`],
    ['no Base64', 'Basic %%%'],
    ['two headers', `Basic ${base64('a:b')}, Basic ${base64('a:b')}`],
    ['no UTF-8', `Basic ${base64(Uint8Array.of(0x61, 0x3a, 0xff))}`],
    ['a control character', `Basic ${base64('user\0:pwd')}`],
    ['a line break', `Basic ${base64('user:p\nwd')}`],
    ['an empty password', `Basic ${base64('user:')}`],
    ['octets beyond ASCII', 'Basic \u00fc\u00e4'],
  ])('of %s are wrong, and check is not called', async (_what, header) => {
    expect(await asked(header)).toEqual([401])
  })

  test.each(['foo', 'Bearer YTpi', 'Basic2 YTpi', 'BasicYTpi', ''])('%j has none for this scheme', async (header) => {
    expect(await asked(header)).toEqual([401])
  })

  test('for which check finds no user are wrong', async () => {
    expect(await asked(`Basic ${base64('a:b')}`, false)).toEqual([401, ['a', 'b']])
  })
})

describe('a fixed list of users', () => {
  const users = [
    { id: 'ada', password: 'wonder', roles: ['editor'] },
    { id: 'bob', password: 'builder:1' },
    { id: 'bob2', password: 'ü' },
  ]

  test('knows each of its users, and never passes on a password', async () => {
    const said = users.map(async ({ id, password }) =>
      (await answer({ users }, `Basic ${base64(`${id}:${password}`)}`)).json(),
    )
    expect(await Promise.all(said)).toEqual([{ id: 'ada', roles: ['editor'] }, { id: 'bob' }, { id: 'bob2' }])
  })

  test.each([
    'ada:builder:1',
    'ada:wonde',
    'ada:wonderr',
    'adaw:onder',
    'Ada:wonder',
    'bob:builder',
    'eve:wonder',
    ':wonder',
  ])('does not know %s', async (pair) => {
    expect((await answer({ users }, `Basic ${base64(pair)}`)).status).toBe(401)
  })
})

test.each<[string, unknown, string]>([
  ['nobody', {}, 'say who there is: either "users" or "check"'],
  ['both', { users: [{ id: 'a', password: 'b' }], check: () => undefined }, 'either "users" or "check"'],
  ['an empty list', { users: [] }, '"users" is a list of users'],
  ['an empty password', { users: [{ id: 'a', password: '' }] }, '"users" is a list of users'],
  [
    'a password from an environment that lacks it',
    { users: [{ id: 'a', password: undefined }] },
    '"users" is a list of users',
  ],
  ['roles that are a text', { users: [{ id: 'a', password: 'b', roles: 'editor' }] }, 'perhaps a list "roles"'],
  ['a name with a colon', { users: [{ id: 'a:b', password: 'c' }] }, 'without a colon'],
  [
    'a realm with a quote',
    { users: [{ id: 'a', password: 'c' }], realm: 'a"b' },
    '"realm" is a text of printable ASCII',
  ],
])('refuses %s', (_what, options, message) => {
  expect(() => basicAuthenticator(options as BasicAuthenticatorOptions)).toThrow(message)
})

test('the error of a wrong list does not show it', () => {
  try {
    basicAuthenticator({ users: [{ id: 'a:b', password: 'hidden' }] })
    expect.unreachable()
  } catch (error) {
    expect(String(error)).not.toContain('hidden')
  }
})

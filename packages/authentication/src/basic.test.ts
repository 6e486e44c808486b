import { Application, json } from '@app/core'
import { describe, expect, test } from 'vitest'
import {
  authentication,
  type BasicAuthenticatorOptions,
  basicAuthenticator,
  type CheckPassword,
  IDENTITY,
} from './index.ts'

/**
 * Returns the status of the response to a request with a header `Authorization`, and the name and password of each call
 * of `check`.
 */
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
 * Cases from the tests of `@fastify/basic-auth`, `hono/basic-auth` and `mezzio-authentication-basic`.
 * `basicAuthenticator` differs from them on purpose:
 *
 * - Fastify reads UTF-8 by default, and has an option for Latin-1. Here only UTF-8 is read, since browsers send it.
 * - Fastify shows the message of `validate` in the response. Here the response says "Unauthorized", and the log has the
 *   reason.
 * - Fastify accepts blanks before the scheme only with `strictCredentials: false`. Here blanks around the header's
 *   value are ignored, as HTTP demands.
 * - Fastify has an option for the name of the header. Here only `Authorization` is read.
 * - Mezzio calls its check with an empty password. Here an empty password is wrong, and `check` is not called: some
 *   LDAP servers accept an empty password as an anonymous log-in.
 * - Mezzio handles an unreadable header like a missing header. Here an unreadable header is a 401, so that the client
 *   learns of the failed log-in.
 * - Hono accepts functions for its realm and message, and compares SHA-256 digests. Here the realm is a string, and
 *   HMACs with a random key of the process are compared.
 */
describe('credentials in the header Authorization', () => {
  test.each([
    ['a name and a password', 'Aladdin', 'OpenSesame'],
    ['a password with colons', 'Aladdin', '::Open:::Sesame::'],
    ['an empty name', '', 'OpenSesame'],
    ['emoji', 'thumbsup-👍', 'thumbsdown-👎'],
    ['a pound sign', 'test', '123£'],
    ['a byte order mark', 'test', '\ufeff1'],
    ['blanks', ' a b ', ' c d '],
  ])('basicAuthenticator reads credentials with %s', async (_what, name, password) => {
    expect(await asked(`Basic ${base64(`${name}:${password}`)}`)).toEqual([200, [name, password]])
  })

  test.each(['basic ', 'BASIC  ', '  Basic\t'])(
    'basicAuthenticator reads credentials after the scheme %j',
    async (scheme) => {
      expect(await asked(`${scheme}${base64('a:b')}  `)).toEqual([200, ['a', 'b']])
    },
  )

  test.each([
    ['nothing after the scheme', 'Basic'],
    ['only blanks after the scheme', 'Basic   '],
    ['no colon', `Basic ${base64('Aladdin')}`],
    ['a string that is not Base64', 'Basic %%%'],
    ['two headers', `Basic ${base64('a:b')}, Basic ${base64('a:b')}`],
    ['bytes that are not UTF-8', `Basic ${base64(Uint8Array.of(0x61, 0x3a, 0xff))}`],
    ['a control character', `Basic ${base64('user\0:pwd')}`],
    ['a line break', `Basic ${base64('user:p\nwd')}`],
    ['an empty password', `Basic ${base64('user:')}`],
    ['bytes beyond ASCII', 'Basic \u00fc\u00e4'],
  ])('credentials with %s are wrong, and check is not called', async (_what, header) => {
    expect(await asked(header)).toEqual([401])
  })

  test.each(['foo', 'Bearer YTpi', 'Basic2 YTpi', 'BasicYTpi', ''])(
    'a request with the header Authorization: %j has no credentials for the scheme Basic, and gets a 401',
    async (header) => {
      expect(await asked(header)).toEqual([401])
    },
  )

  test('credentials for which check finds no user are answered with 401', async () => {
    expect(await asked(`Basic ${base64('a:b')}`, false)).toEqual([401, ['a', 'b']])
  })
})

describe('a fixed list of users', () => {
  const users = [
    { id: 'ada', password: 'wonder', roles: ['editor'] },
    { id: 'bob', password: 'builder:1' },
    { id: 'bob2', password: 'ü' },
  ]

  test('each user of a fixed list can log in, and has no password in the identity', async () => {
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
  ])('a fixed list of users refuses the wrong credentials %s', async (pair) => {
    expect((await answer({ users }, `Basic ${base64(pair)}`)).status).toBe(401)
  })
})

test.each<[string, unknown, string]>([
  ['neither users nor check', {}, 'name the users by "users", or check them by "check"'],
  [
    'both users and check',
    { users: [{ id: 'a', password: 'b' }], check: () => undefined },
    'or check them by "check": one of the two',
  ],
  ['an empty list', { users: [] }, '"users" must be a list of users'],
  ['an empty password', { users: [{ id: 'a', password: '' }] }, '"users" must be a list of users'],
  [
    'a password that is undefined, since the environment does not set it',
    { users: [{ id: 'a', password: undefined }] },
    '"users" must be a list of users',
  ],
  ['roles that are a string', { users: [{ id: 'a', password: 'b', roles: 'editor' }] }, 'perhaps a list "roles"'],
  ['a name with a colon', { users: [{ id: 'a:b', password: 'c' }] }, 'without a colon'],
  [
    'a realm with a quote',
    { users: [{ id: 'a', password: 'c' }], realm: 'a"b' },
    '"realm" must be a string of printable ASCII',
  ],
])('basicAuthenticator refuses options with %s', (_what, options, message) => {
  expect(() => basicAuthenticator(options as BasicAuthenticatorOptions)).toThrow(message)
})

test('the error for an invalid list of users does not show the list', () => {
  try {
    basicAuthenticator({ users: [{ id: 'a:b', password: 'hidden' }] })
    expect.unreachable()
  } catch (error) {
    expect(String(error)).not.toContain('hidden')
  }
})

import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { expect, test, vi } from 'vitest'
import { fromSection } from '../extending.ts'
import { Application, type Config, type Container, configProvider, type Middleware } from '../index.ts'

const pass: Middleware = (request, handler) => handler(request)
const reading = (name: string) => (container: Container) => fromSection(container, name, () => pass)

/** An application with the sections of some packages, of which the service of `cors` is in no pipeline. */
async function warningsOf(own: object, use: (app: Application) => Promise<unknown>): Promise<readonly string[]> {
  const packages: Config = {
    dependencies: {
      eager: ['@app/session'],
      factories: {
        '@app/session': reading('session'),
        '@app/authorization': reading('authorization'),
        '@app/authentication': reading('authentication'),
        '@app/rate-limit': reading('rate_limit'),
        '@app/security-headers': reading('security_headers'),
        '@app/cors': reading('cors'),
        'acme/letters': reading('letters'),
      },
    },
    middleware_pipeline: {
      all: {
        middleware: ['@app/session', '@app/authorization', '@app/rate-limit', '@app/security-headers', 'acme/letters'],
      },
    },
  }
  const config = await resolveConfig(
    defineConfig([
      configProvider,
      packages,
      function site() {
        return own
      },
    ]),
  )
  const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  try {
    await use(createContainer(config).get(Application.SERVICE))
    return emitted.mock.calls.map(([message]) => String(message))
  } finally {
    emitted.mockRestore()
  }
}

const check = (app: Application) => app.check()

test.each([
  ['authorisation', 'authorization'],
  ['sesion', 'session'],
  ['rate_limits', 'rate_limit'],
  ['rateLimit', 'rate_limit'],
  ['securityHeaders', 'security_headers'],
  ['leters', 'letters'],
])('app.check() warns of the section "%s", which no service reads, and names the section "%s"', async (key, near) => {
  expect(await warningsOf({ [key]: {} }, check)).toEqual([
    `${key} (site (source 3)): no service reads this section. Did you mean "${near}"? ` +
      'If it is your own, read it by fromSection().',
  ])
})

test.each<[string, object]>([
  ['a section that a service reads', { session: {}, letters: {} }],
  ['a section of the application that resembles no other', { bakery: {}, mail: {} }],
  ['a section of a package whose service nobody needs', { authentication: {} }],
  ['a section that resembles only one of a service that was not made', { cros: {} }],
])('app.check() does not warn of %s', async (_, own) => {
  expect(await warningsOf(own, check)).toEqual([])
})

test('run() warns of sections that resemble those of eager services', async () => {
  const run = async (app: Application) => (await app.run({ port: 0, host: '127.0.0.1' })).close()
  const quiet = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(await warningsOf({ sesion: {}, rate_limits: {} }, run)).toEqual([
    expect.stringContaining('Did you mean "session"?'),
  ])
  quiet.mockRestore()
})

import { authentication } from '@app/authentication'
import { compression } from '@app/compression'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  Application,
  configProvider as core,
  ErrorHandler,
  HttpError,
  html,
  Priority,
  ROUTER_SERVICE,
  text,
} from '@app/core'
import { cors } from '@app/cors'
import { CSRF, csrf } from '@app/csrf'
import { developmentErrorResponder } from '@app/development'
import { problemDetails, problemNotFoundHandler, configProvider as problems } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'))
afterEach(() => void vi.unstubAllEnvs())

const SECRET = 's'.repeat(32)
const VISITS = sessionKey<number>('visits')
const listeners: [] = []

function application(): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined })
}

const failing = (error: Error) => () => {
  throw error
}

/** An application that is put together from configuration, with problem details after pages for browsers. */
async function configured(): Promise<Application> {
  const pages = new ErrorHandler({
    listeners,
    respond: (error) => html('page', { status: (error as HttpError).status }),
  })
  const own = {
    dependencies: { services: { [ROUTER_SERVICE]: new FindMyWayRouter() } },
    middleware_pipeline: {
      errors: { middleware: pages, priority: Priority.EARLY },
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
    },
    routes: [{ path: '/', middleware: failing(new HttpError(404)) }],
  }
  return createContainer(await resolveConfig(defineConfig([core, problems, own]))).get(Application.SERVICE)
}

const JSON_OR_PAGE = ['application/json', 'text/html'] as const
const responding = () => new ErrorHandler({ listeners, respond: developmentErrorResponder() })

/** Everything that answers by a header of the request, with two values of the header for which the responses differ. */
const DECIDING: readonly (readonly [
  what: string,
  app: () => Application | Promise<Application>,
  header: string,
  values: readonly [string, string],
])[] = [
  ['problemDetails(), a 404', () => application().pipe(problemDetails()), 'accept', JSON_OR_PAGE],
  [
    'problemDetails(), an error',
    () =>
      application()
        .pipe(problemDetails({ listeners }))
        .pipe(failing(new Error('x'))),
    'accept',
    JSON_OR_PAGE,
  ],
  [
    'problemDetails(), a 405 in development',
    () =>
      application()
        .pipe(problemDetails({ listeners, development: true }))
        .pipe(failing(new HttpError(405))),
    'accept',
    JSON_OR_PAGE,
  ],
  ['problemNotFoundHandler', () => application().pipe(problemNotFoundHandler), 'accept', JSON_OR_PAGE],
  ['problem details by configuration', configured, 'accept', JSON_OR_PAGE],
  [
    'the error page',
    () =>
      application()
        .pipe(responding())
        .pipe(failing(new Error('x'))),
    'accept',
    JSON_OR_PAGE,
  ],
  [
    'compression()',
    () =>
      application()
        .pipe(compression())
        .pipe(() => text('x'.repeat(5_000))),
    'accept-encoding',
    ['gzip', 'identity'],
  ],
  [
    'cors()',
    () =>
      application()
        .pipe(cors({ origins: ['https://a.example', 'https://b.example'] }))
        .pipe(() => text('x')),
    'origin',
    ['https://a.example', 'https://b.example'],
  ],
  [
    'cors(), for an error',
    () =>
      application()
        .pipe(cors({ origins: ['https://a.example'] }))
        .pipe(failing(new HttpError(404))),
    'origin',
    ['https://a.example', 'https://b.example'],
  ],
  [
    'session()',
    () =>
      application()
        .pipe(session({ secret: SECRET }))
        .pipe((request) => text(`${request.attribute(SESSION).get(VISITS)} ${request.headers.get('cookie')}`)),
    'cookie',
    ['a=1', 'a=2'],
  ],
  [
    'a token of csrf()',
    () =>
      application()
        .pipe(csrf({ secret: SECRET }))
        .pipe(async (request) => text(`${await request.attribute(CSRF).token()}`)),
    'cookie',
    ['a=1', 'a=2'],
  ],
  ...(['sec-fetch-mode', 'accept'] as const).map(
    (header) =>
      [
        `the log-in page, by ${header}`,
        () =>
          application().pipe(
            authentication({
              authenticators: [{ authenticate: () => undefined, challenge: () => 'Basic' }],
              loginPage: '/log-in',
              required: true,
            }),
          ),
        header,
        header === 'accept' ? (['text/html', 'application/json'] as const) : (['navigate', 'cors'] as const),
      ] as const,
  ),
]

/** Statuses that a cache may store without being told to. Source: RFC 9110 section 15.1. */
const STORED = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

test.each(DECIDING)('caches keep the responses of %s apart', async (_what, make, header, values) => {
  const app = await make()
  const answers = await Promise.all(values.map((value) => app.request('/', { headers: { [header]: value } })))
  const shown = await Promise.all(
    answers.map(async (answer) => [answer.status, await answer.clone().text(), ...answer.headers].join()),
  )
  expect(shown[0]).not.toBe(shown[1])
  for (const { status, headers } of answers) {
    const vary = (headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/)
    const isKept = STORED.has(status) && !/no-store/.test(headers.get('cache-control') ?? '')
    expect([status, isKept && !vary.includes(header)]).toEqual([status, false])
  }
})

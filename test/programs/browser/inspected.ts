import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyParser } from '@app/body-parser'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  Application,
  attributeKey,
  configProvider,
  ErrorHandler,
  HttpError,
  html,
  json,
  type Middleware,
  metadataKey,
  refuse,
  text,
} from '@app/core'
import { requestId } from '@app/core/logging'
import { developmentErrorResponder } from '@app/development'
import { doublePassError } from '@app/double-pass'
import { inspector } from '@app/inspector'
import {
  configProvider as forJobs,
  handlerFor,
  JOBS_SERVICE,
  type Jobs,
  job,
  sqlJobs,
  UnrecoverableError,
} from '@app/jobs'
import { FindMyWayRouter } from '@app/router-find-my-way'

const USER = attributeKey<{ readonly name: string }>('user')
const ACCESS = metadataKey<{ readonly role: string }>('shop/access')

const session: Middleware = async function session(request, handler) {
  await sleep(2)
  return handler(request.withAttribute(USER, { name: 'Ada' }))
}
const guard: Middleware = function guard(request, handler) {
  return request.query.has('stranger') ? refuse(request, 403) : handler(request)
}
const answer: Middleware = async function answer(request, handler) {
  await sleep(1)
  const response = await handler(request)
  response.headers.set('x-served-by', 'shop')
  return response
}

/**
 * Middleware whose name would run as a script if the page inserted the name as HTML. A service below has such a name
 * too.
 */
const hostile: Middleware = (request, handler) => handler(request)
Object.defineProperty(hostile, 'name', { value: '<script>hacked=1</script>' })

const sendMail = job<{ to: string }>({ name: 'shop.mail' })
const mails = handlerFor(sendMail, ({ to }) => {
  throw to === 'later' ? new Error('The mail server is away.') : new UnrecoverableError(`There is no ${to}.`)
})

class Stock {
  static readonly inject = ['shop/prices'] as const
  readonly prices: ReadonlyMap<string, number>

  constructor(prices: ReadonlyMap<string, number>) {
    this.prices = prices
  }
}

const admin = new Application({ router: new FindMyWayRouter() })
admin.pipe('/reports', answer)
admin.get('/reports/{id}', ({ params }) => json(params), 'admin.report').set(ACCESS, { role: 'auditor' })

const own = {
  dependencies: {
    services: { 'shop/name': 'Corner shop', 'shop/router': new FindMyWayRouter() },
    factories: {
      'shop/prices': () => new Map([['tea', 3]]),
      'shop/stock': Stock,
      '<iframe srcdoc=x>': () => ({}),
      'shop/answer': () => answer,
      'shop/mail': (container: { get(name: string): unknown }) => {
        const queue = container.get(JOBS_SERVICE) as Jobs
        return async ({ params: { to } }: { params: { to: string } }) => text(String(await queue.add(sendMail, { to })))
      },
      'shop/orders': (container: { get(name: string): unknown }) => {
        const { prices } = container.get('shop/stock') as Stock
        return ({ params }: { params: { id: string } }) => {
          if (params.id === 'none') throw new HttpError(404, 'There is no such order.')
          if (params.id === 'broken')
            throw new TypeError(`Order ${params.id} has no <price>`, { cause: new Error('no') })
          return json({ id: params.id, tea: prices.get('tea') })
        }
      },
    },
    aliases: { '@app/router/RouterInterface': 'shop/router' },
    eager: ['shop/stock'],
  },
  middleware_pipeline: {
    ids: { middleware: requestId(), priority: 10_000 },
    errors: { middleware: new ErrorHandler({ respond: developmentErrorResponder(), listeners: [] }), priority: 10_000 },
    body: { middleware: bodyParser(), priority: 9_000 },
    session: { middleware: session, priority: 4_000 },
    guard: { middleware: guard, path: '/orders', priority: 3_000 },
    '<img src=x onerror=hacked=1>': { middleware: hostile, path: '/hostile', priority: 2_500 },
    admin: { middleware: admin, path: '/admin', priority: 2_000 },
    answer: { middleware: 'shop/answer', priority: 1_500 },
    routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: 1 },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: -500 },
    older: {
      middleware: doublePassError((error, request, response, next) => next(request, response, error)),
      priority: -900,
      error: true,
    },
  },
  routes: [
    { path: '/orders/{id}', middleware: 'shop/orders', allowed_methods: ['GET'], name: 'order' },
    { path: '/mail/{to}', middleware: 'shop/mail', allowed_methods: ['GET'] },
    {
      path: '/orders',
      middleware: async (request: { json(): Promise<unknown> }) => json(await request.json(), { status: 201 }),
      allowed_methods: ['POST'],
    },
    { path: '/', middleware: () => html('<h1>Shop</h1>'), allowed_methods: ['GET'] },
    {
      path: '/echo/{text}',
      middleware: ({ params }: { params: { text: string } }) => {
        throw new Error(params.text)
      },
      allowed_methods: ['GET'],
    },
    {
      path: '/slow',
      middleware: async () => {
        await sleep(300)
        return text('slow')
      },
      allowed_methods: ['GET'],
    },
  ],
  mail: { host: 'localhost', password: 'hunter2-hunter2', from: 'shop@example.org' },
  '<style>*{display:none}</style>': '<svg/onload=hacked=1>',
  inspector: { requests: 50 },
  jobs: { engine: sqlJobs(new DatabaseSync(':memory:')), handlers: { 'shop.mail': mails }, onError: () => undefined },
}
const other = { mail: { host: 'mail.example.org' } }

const config = await resolveConfig(defineConfig([configProvider, forJobs, own as never, other as never]), {
  root: import.meta.dirname,
})
const app = createContainer(config).get(Application.SERVICE)

await app.run({ before: inspector(app), port: Number(process.env.PORT), host: '127.0.0.1' })

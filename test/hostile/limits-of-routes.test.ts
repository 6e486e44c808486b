import { createHmac } from 'node:crypto'
import { bodyParser } from '@app/body-parser'
import { createContainer } from '@app/container-factory'
import { Application, BODY_LIMIT, type Config, configProvider, createServer, type Middleware, text } from '@app/core'
import { csrf } from '@app/csrf'
import { idempotency, memoryKeys } from '@app/idempotency'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { transactions } from '@app/transactions'
import { webhook } from '@app/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { sampled } from '../programs/sampled.ts'

const SECRET = 'a secret of ours'
const keys = () => idempotency({ scope: 'anyone' })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const signed = (body: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
})
const hooks = (seen?: true) => webhook({ secrets: [SECRET], scheme: 'github', ...(seen && { seen: memoryKeys() }) })

type Place = 'first' | 'before routing' | 'after routing' | 'in the list'

/** Middleware that reads the body before the handler does, and what makes it do so. */
const early: Readonly<Record<string, readonly [() => Middleware, (body: string) => object, ...Place[]]>> = {
  'idempotency()': [
    keys,
    () => ({ 'idempotency-key': '"1"' }),
    ...(['first', 'before routing', 'after routing', 'in the list'] as const),
  ],
  'idempotency() without a key': [keys, () => ({}), 'first', 'in the list'],
  'webhook()': [hooks, signed, 'in the list'],
  'webhook() with seen': [() => hooks(true), signed, 'in the list'],
  'csrf()': [() => csrf({ secret: 'x'.repeat(32) }), () => form, 'before routing', 'after routing'],
  'bodyParser()': [bodyParser, () => form, 'first', 'after routing', 'in the list'],
}
const readers = Object.entries(early).flatMap(([name, [make, headers, ...places]]) =>
  places.map((place) => [name, place, make, headers] as const),
)
const cells = readers.flatMap(([name, place, ...rest]) =>
  (['with', 'without'] as const).map((begins) => [name, place, begins, ...rest] as const),
)

/** An application with middleware at a place, whose routes have no limit, one of 1,000 and one of 10,000 bytes. */
function application(place: Place, middleware: Middleware, begins: boolean): Application {
  const at = (here: Place) => (place === here ? [middleware] : [])
  const none = () => undefined
  const begin = begins ? [transactions({ begin: () => ({}), commit: none, rollback: none })] : []
  const routes = [undefined, 1_000, 10_000].map((limit) => ({
    path: `/${limit}`,
    middleware: [...at('in the list'), async (request: Request) => text(`${(await request.text()).length}`)],
    allowed_methods: ['POST'],
    ...(limit !== undefined && { metadata: { [BODY_LIMIT.name]: limit } }),
  }))
  const steps = [
    ...[...at('first'), ...begin, ...at('before routing'), Application.ROUTING_MIDDLEWARE],
    ...[...at('after routing'), Application.DISPATCH_MIDDLEWARE],
  ]
  const services = { '@app/router/RouterInterface': new FindMyWayRouter() }
  const own = { dependencies: { services }, middleware_pipeline: { steps: { middleware: steps } }, routes }
  const { dependencies } = configProvider() as Config
  const config = { ...own, dependencies: { ...dependencies, services } }
  return createContainer(config as never).get(Application.SERVICE)
}

test.each(sampled(cells, ([name, place]) => `${name} ${place}`))(
  '%s %s, %s a transaction: the limit of the route or the server holds',
  async (...cell) => {
    const [, place, begins, make, headers] = cell
    const statuses: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const ofServer of [2_000, 20_000]) {
      const server = createServer(application(place, make(), begins === 'with'), {
        bodyLimit: ofServer,
        onError: () => undefined,
      })
      await server.listen({ port: 0, host: '127.0.0.1' })
      onTestFinished(async () => void (await server.close({ grace: 0 })))
      for (const ofRoute of [undefined, 1_000, 10_000]) {
        for (const size of [1_000, 5_000, 25_000]) {
          for (const isChunked of [true, false]) {
            const body = crypto.randomUUID().padEnd(size, 'x')
            const name = `${size} bytes${isChunked ? ' in chunks' : ''}, route ${ofRoute}, server ${ofServer}`
            expected[name] = size > (ofRoute ?? ofServer) ? 413 : 200
            statuses[name] = await send(`http://127.0.0.1:${server.address?.port}/${ofRoute}`, body, isChunked, headers)
          }
        }
      }
    }
    expect(statuses).toEqual(expected)
  },
)

/** Sends a body, each with a key of its own. Returns the status. */
async function send(url: string, body: string, isChunked: boolean, headers: (body: string) => object): Promise<number> {
  const more = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin', ...headers(body) } as Record<
    string,
    string
  >
  if (more['idempotency-key']) more['idempotency-key'] = crypto.randomUUID()
  const init = { method: 'POST', headers: more, body: isChunked ? new Blob([body]).stream() : body, duplex: 'half' }
  return (await fetch(url, init as RequestInit)).status
}

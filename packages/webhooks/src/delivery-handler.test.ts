import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { handlerFor, job, jobRunner, jobs, memoryJobs, UnrecoverableError } from '@app/jobs'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { type Delivery, DeliveryError, deliver, deliveryHandler, newSecret } from './index.ts'

const SECRET = newSecret()
const deliverHook = job<{ hook: string; event: object }>({ name: 'hook.deliver', retries: 2, backoff: 0 })

/** Starts a subscriber on loopback that answers with these statuses, one after the other; and runs a job for it. */
async function delivered(statuses: readonly number[], more: Partial<Delivery> = {}) {
  const got: { id: unknown; payload: unknown }[] = []
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    const payload = new StandardWebhook(SECRET).verify(await readText(request), headers)
    response.writeHead(statuses[got.push({ id: headers['webhook-id'], payload }) - 1] ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/`
  const queue = jobs({ engine: memoryJobs() })
  const find = async ({ hook, event }: { hook: string; event: object }) =>
    hook === 'gone' ? undefined : { url, secrets: [SECRET], payload: event, ...more }
  const handlers = [handlerFor(deliverHook, deliveryHandler(find, { networks: ['127.0.0.0/8'] }))]
  const runner = jobRunner(queue, { handlers, onError: () => undefined })
  onTestFinished(async () => {
    await runner[Symbol.asyncDispose]()
    server.close()
  })
  return async (hook: string) => {
    const id = await queue.add(deliverHook, { hook, event: { type: 'paid' } })
    const states = (await runner.drain()).map(({ state }) => state)
    return { id, states, got, failed: await queue.list({ state: 'failed' }) }
  }
}

test('a delivery that is refused for now is tried again, with the id of the job as the id of the event', async () => {
  const run = await delivered([500, 404, 200])
  const { id, states, got } = await run('acme')
  expect(states).toEqual(['waiting', 'waiting', 'done'])
  expect(got).toEqual([1, 2, 3].map(() => ({ id, payload: { type: 'paid' } })))
})

test('a job of a subscriber that answers 410 has failed at once, and says why', async () => {
  const run = await delivered([410])
  const { states, got, failed } = await run('acme')
  expect([states, got.length]).toEqual([['failed'], 1])
  expect(failed[0]?.error).toMatch(/^DeliveryError: http:\/\/127\.0\.0\.1:\d+ answered 410\.\n/)
})

test('a job for an address of our own network has failed at once, and sends nothing', async () => {
  const run = await delivered([], { url: 'https://169.254.169.254/latest/meta-data' })
  const { states, got } = await run('acme')
  expect([states, got]).toEqual([['failed'], []])
})

test('a job whose subscriber is gone is done, and sends nothing', async () => {
  const run = await delivered([])
  const { states, got } = await run('gone')
  expect([states, got]).toEqual([['done'], []])
})

test('the application may choose the id of the event', async () => {
  const run = await delivered([200], { id: 'paid-7' })
  expect((await run('acme')).got).toEqual([{ id: 'paid-7', payload: { type: 'paid' } }])
})

test('a final error of deliver() is an UnrecoverableError to @app/jobs, and another one is not', async () => {
  const error = await deliver({ url: 'https://127.0.0.1/', secrets: [SECRET] }, { id: 'a', payload: 1 }).catch((e) => e)
  expect([error.isFinal, UnrecoverableError.is(error)]).toEqual([true, true])
  expect(UnrecoverableError.is(new DeliveryError('later'))).toBe(false)
})

test('a wrong option is an error when the handler is made', () => {
  expect(() => deliveryHandler(() => undefined, { timeOut: 5 } as never)).toThrow(
    'deliveryHandler(): unknown option "timeOut". Did you mean "timeout"?',
  )
})

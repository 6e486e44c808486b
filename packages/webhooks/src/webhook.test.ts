import { createHmac } from 'node:crypto'
import { Application, type Middleware, text } from '@app/core'
import { csrf } from '@app/csrf'
import { IDEMPOTENCY, idempotency, memoryKeys } from '@app/idempotency'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { sign as signForGithub } from '@octokit/webhooks-methods'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, sign, WEBHOOK, type WebhookOptions, webhook } from './index.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const TEXT = 'a secret of ours'
const BODY = '{"type":"paid","name":"Grün"}'
const now = () => Math.floor(Date.now() / 1_000)

/** An application that receives webhooks, and notes what its handler has got. */
function receiver(options: Partial<WebhookOptions> = {}, ...front: Middleware[]) {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  const got: unknown[] = []
  for (const middleware of front) app.pipe(middleware)
  app.post('/webhooks/{shop}', [
    webhook({ secrets: [SECRET], ...options }),
    async (request) => {
      got.push(await request.json())
      return text(request.attribute(WEBHOOK).id ?? 'none')
    },
  ])
  const send = async (headers: Readonly<Record<string, string>>, body: RequestInit['body'] = BODY, shop = 'a') => {
    const response = await app.request(`/webhooks/${shop}`, { method: 'POST', headers, body })
    return [response.status, await response.text()]
  }
  return { send, got }
}

/** Signs as the library standardwebhooks does. */
function signed(id = 'msg_1', { secret = SECRET, at = now(), body = BODY } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': new StandardWebhook(secret).sign(id, new Date(at * 1_000), body),
  }
}

test('a webhook that the library standardwebhooks has signed passes, and csrf() lets it pass', async () => {
  const { send, got } = receiver({}, csrf())
  expect([await send(signed()), got]).toEqual([[200, 'msg_1'], [{ type: 'paid', name: 'Grün' }]])
})

test('the library standardwebhooks verifies what sign() has signed, also with a new secret', async () => {
  const secret = newSecret()
  const headers = await sign([SECRET, secret], { id: 'msg_2', body: BODY })
  for (const each of [SECRET, secret]) {
    expect(new StandardWebhook(each).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  }
  expect(() => new StandardWebhook(newSecret()).verify(BODY, headers)).toThrow('No matching signature')
  await expect(sign(['whsec_short'], { id: 'a', body: '' })).rejects.toThrow('at least 16 bytes in base64')
})

test.each([
  ['another body', () => receiver().send(signed(), BODY.replace('paid', 'free')), 'has a wrong signature'],
  ['another id', () => receiver().send({ ...signed(), 'webhook-id': 'msg_9' }), 'has a wrong signature'],
  [
    'another time',
    () => receiver().send({ ...signed(), 'webhook-timestamp': String(now() - 5) }),
    'has a wrong signature',
  ],
  ['another secret', () => receiver().send(signed('a', { secret: newSecret() })), 'has a wrong signature'],
  ['an old time', () => receiver().send(signed('a', { at: now() - 310 })), 'was signed too long ago, or in the future'],
  [
    'a time to come',
    () => receiver().send(signed('a', { at: now() + 310 })),
    'was signed too long ago, or in the future',
  ],
  ['no signature', () => receiver().send({}), 'has no signature'],
  ['another version', () => receiver().send({ ...signed(), 'webhook-signature': 'v2,YQ==' }), 'has a wrong signature'],
])('a webhook with %s gets a 401', async (_what, send, message) => {
  expect(await send()).toEqual([401, `The webhook ${message}.`])
})

test.each([
  ['no id', { ...signed(), 'webhook-id': '' }],
  ['a time that is not a number', { ...signed(), 'webhook-timestamp': '5e3' }],
])('a webhook with %s gets a 400', async (_what, headers) => {
  expect(await receiver().send(headers)).toEqual([400, 'The headers of the webhook cannot be read.'])
})

test('a body beyond the limit gets a 413, and a compressed one a 415', async () => {
  const { send } = receiver({ bodyLimit: BODY.length })
  expect((await send(signed()))[0]).toBe(413)
  expect((await send({ ...signed(), 'content-encoding': 'gzip' }))[0]).toBe(415)
})

test('the bytes are verified, not their text: a body with other invalid bytes is another body', async () => {
  const { send } = receiver()
  const body = new Uint8Array([0x22, 0xff, 0x22])
  const headers = await sign([SECRET], { id: 'a', body })
  expect((await send(headers, body))[0]).toBe(200)
  expect((await send(headers, new Uint8Array([0x22, 0xfe, 0x22])))[0]).toBe(401)
})

test('several secrets are accepted while one is replaced, and several signatures', async () => {
  const next = newSecret()
  const { send } = receiver({ secrets: [next, SECRET] })
  expect([(await send(signed()))[0], (await send(signed('b', { secret: next })))[0]]).toEqual([200, 200])
  const both = await sign([newSecret(), SECRET], { id: 'c', body: BODY })
  expect((await receiver().send(both))[0]).toBe(200)
})

test('a function returns the secrets by the request', async () => {
  const own = { a: SECRET, b: newSecret() }
  const { send } = receiver({ secrets: async ({ params }) => [own[params.shop as 'a' | 'b']] })
  const ofB = signed('b', { secret: own.b })
  expect([(await send(signed()))[0], (await send(ofB))[0], (await send(ofB, BODY, 'b'))[0]]).toEqual([200, 401, 200])
})

test('a webhook of GitHub is verified as @octokit/webhooks-methods signs it', async () => {
  const { send } = receiver({ scheme: 'github', secrets: [TEXT], seen: memoryKeys() })
  const signature = await signForGithub(TEXT, BODY)
  const by = (value: string) => send({ 'x-hub-signature-256': value, 'x-github-delivery': crypto.randomUUID() })
  expect(await by(signature)).toEqual([200, signature])
  expect([
    (await by(signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))))[0],
    (await by('sha256=x'))[0],
  ]).toEqual([401, 400])
  expect((await send({}))[0]).toBe(401)
})

test('a webhook of Stripe is verified by t and v1, and known by the id of its event', async () => {
  const { send, got } = receiver({ scheme: 'stripe', secrets: [TEXT], seen: memoryKeys() })
  const signature = (at: number, body: string) => createHmac('sha256', TEXT).update(`${at}.${body}`).digest('hex')
  const by = (at: number, body: string) =>
    send({ 'stripe-signature': `t=${at},v1=${'0'.repeat(64)},v1=${signature(at, body)},v0=old` }, body)
  expect(await by(now(), '{"id":"evt_1","pending_webhooks":2}')).toEqual([200, 'evt_1'])
  expect(await by(now() + 1, '{"id":"evt_1","pending_webhooks":1}')).toEqual([200, 'evt_1'])
  expect(got).toHaveLength(1)
  expect((await by(now() - 400, '{"id":"evt_2"}'))[0]).toBe(401)
  expect((await send({ 'stripe-signature': `v1=${signature(now(), BODY)}` }))[0]).toBe(400)
})

test('a webhook that comes again gets the response of the first, and the handler does not run', async () => {
  const { send, got } = receiver({ seen: memoryKeys() })
  const headers = signed()
  expect([await send(headers), await send(headers), await send(signed('msg_1', { at: now() - 9 }))]).toEqual([
    [200, 'msg_1'],
    [200, 'msg_1'],
    [200, 'msg_1'],
  ])
  expect(got).toHaveLength(1)
  // Another sender on another path may have the same ids.
  expect((await send(headers, BODY, 'b'))[0]).toBe(200)
  expect(got).toHaveLength(2)
})

test('a webhook whose handler fails runs again', async () => {
  const app = new Application({ onError: () => undefined })
  let runs = 0
  app.pipe(webhook({ secrets: [SECRET], seen: memoryKeys() })).pipe(() => {
    if (++runs === 1) throw new Error('no database')
    return text('done')
  })
  const send = async () => (await app.request('/', { method: 'POST', headers: signed(), body: BODY })).status
  expect([await send(), await send(), await send(), runs]).toEqual([500, 200, 200, 2])
})

test('idempotency() in the pipeline, with whatever a client sends, neither switches off "seen" nor asks a webhook for a key', async () => {
  for (const isExempt of [false, true]) {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.pipe(idempotency({ store: memoryKeys(), required: true }))
    let runs = 0
    const route = app.post('/webhooks', [
      webhook({ secrets: [SECRET], seen: memoryKeys() }),
      () => text(`${++runs}`, { status: 202 }),
    ])
    app.post('/orders', () => text('x'))
    if (isExempt) route.set(IDEMPOTENCY, false)
    const send = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await app.request(path, { method: 'POST', headers, body: BODY })).status
    const attack = (key: string) => ({ ...signed(), authorization: `Bearer ${key}`, 'idempotency-key': key })
    expect([
      await send('/webhooks', signed()),
      await send('/webhooks', attack('a')),
      await send('/webhooks', attack('b')),
      await send('/webhooks', signed()),
      await send('/orders', signed()),
    ]).toEqual([202, 202, 202, 202, 400])
    expect(runs).toBe(1)
  }
})

test('a wrong option is refused, and no message shows a secret', () => {
  expect(() => webhook({ secrets: [] })).toThrow('"secrets" must be a list of texts that are not empty, or a function')
  expect(() => webhook({ secrets: ['my own'] })).toThrow(/^(?!.*my own).*whsec_/)
  expect(() => webhook({ secrets: [SECRET], tolerence: 5 } as WebhookOptions)).toThrow('Did you mean "tolerance"?')
  expect(() => webhook({ secrets: [SECRET], scheme: 'svix' as 'stripe' })).toThrow('"scheme" must be')
})

test('a secret that is undefined, as a variable that is not set, is an error at once', () => {
  expect(() => webhook({ secrets: [process.env.NO_SUCH_SECRET] })).toThrow('"secrets" must be a list of texts')
})

import { createServer } from 'node:http'
import { bodyParser, PARSED_BODY } from '@app/body-parser'
import { Application, json, type Middleware, text, toNodeHandler } from '@app/core'
import { sign, verify } from '@octokit/webhooks-methods'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

const SECRET = 'whsec_dGhlIHNlY3JldCBvZiBhIHRlc3Q='

/** The signature covers the bytes as they were sent: JSON that was parsed and written again has another signature. */
const PAYLOAD = '{ "event":  "invoice.paid", "of": "M\u00fcller",\n "amount": 1.50 }'

/**
 * The call that the documentation of `@octokit/webhooks-methods` shows: with the text of the request, and its
 * signature.
 */
const github: Middleware = async (request) => {
  const signature = request.headers.get('x-hub-signature-256') ?? ''
  if (!(await verify(SECRET, await request.text(), signature))) return text('Not from GitHub', { status: 401 })
  return json(request.attribute(PARSED_BODY) as object)
}

const standard: Middleware = async (request) => {
  try {
    new Webhook(SECRET).verify(await request.text(), Object.fromEntries(request.headers))
  } catch {
    return text('Not signed', { status: 401 })
  }
  return json(request.attribute(PARSED_BODY) as object)
}

async function signed(payload: string): Promise<Record<string, string>> {
  const now = new Date()
  return {
    'content-type': 'application/json',
    'x-hub-signature-256': await sign(SECRET, payload),
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, payload),
  }
}

test.each([
  ['@octokit/webhooks-methods', github],
  ['standardwebhooks', standard],
])('%s verifies the signature of a body that a body parser has already read', async (_, handler) => {
  const app = new Application({ onError: () => undefined }).pipe(bodyParser()).pipe(handler)
  const server = createServer(toNodeHandler(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
  const headers = await signed(PAYLOAD)
  try {
    for (const ask of [fetch, async (_url: string, init: RequestInit) => app.request('/', init)]) {
      const paid = await ask(url, { method: 'POST', body: PAYLOAD, headers })
      expect([paid.status, await paid.json()]).toEqual([200, JSON.parse(PAYLOAD)])
      const forged = await ask(url, { method: 'POST', body: PAYLOAD.replace('1.50', '9.50'), headers })
      expect(forged.status).toBe(401)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

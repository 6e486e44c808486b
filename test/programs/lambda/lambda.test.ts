import { createServer, toNodeHandler } from '@app/core'
import codegenie from '@codegenie/serverless-express'
import { handle } from 'hono/aws-lambda'
import serverless from 'serverless-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import app from './app.ts'
import { EVENTS, type Sent } from './events.ts'

type Lambda = (event: object, context: object) => Promise<unknown>

/**
 * The code that a user writes for each adapter. The adapters that imitate node need a list of the content types whose
 * bodies are bytes.
 */
const ADAPTERS: Readonly<Record<string, () => Lambda>> = {
  'serverless-http': () => serverless(toNodeHandler(app) as never, { binary: ['image/*', 'application/x-bytes'] }),
  '@codegenie/serverless-express': () =>
    (codegenie as unknown as (options: object) => Lambda)({
      app: toNodeHandler(app),
      binarySettings: { contentTypes: ['image/*', 'application/x-bytes'] },
    }),
  'hono/aws-lambda': () => handle(app as never) as Lambda,
}

const SENT: Readonly<Record<string, Sent>> = {
  'params and a query with several values': { method: 'GET', path: '/users/a%20b', query: 'tag=1&tag=%C3%BC%26' },
  'a header': { method: 'GET', path: '/users/7', headers: { 'x-name': 'ada' } },
  'a body of text': { method: 'POST', path: '/echo', body: 'grün', headers: { 'content-type': 'text/plain' } },
  'a body of JSON': {
    method: 'POST',
    path: '/json',
    body: '{"ü":[1]}',
    headers: { 'content-type': 'application/json' },
  },
  'a body of bytes, and an answer of bytes': {
    method: 'POST',
    path: '/echo',
    body: new Uint8Array([0, 255, 128, 10]),
    headers: { 'content-type': 'application/x-bytes' },
  },
  'several cookies, there and back': { method: 'GET', path: '/cookies', headers: { cookie: 'one=7; two=%C3%BC' } },
  'an answer of bytes': { method: 'GET', path: '/picture' },
  'a 404': { method: 'GET', path: '/none' },
  'a 405': { method: 'DELETE', path: '/picture' },
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly bytes: string
}

let origin = ''
const server = createServer(app)
beforeAll(async () => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${server.address?.port}`
})
afterAll(async () => void (await server.close({ grace: 0 })))

describe.each(Object.keys(ADAPTERS))('%s', (adapter) => {
  const cases = Object.keys(EVENTS).flatMap((event) => Object.keys(SENT).map((sent) => [event, sent] as const))

  test.each(cases)('the response to an event of %s with %s equals the response over a socket', async (event, name) => {
    const sent = SENT[name] as Sent
    const lambda = ADAPTERS[adapter]?.() as Lambda
    const answer = await lambda(EVENTS[event]?.(sent) ?? {}, { getRemainingTimeInMillis: () => 1_000 })
    expect(readAnswer(answer)).toEqual(await overSocket(sent))
  })
})

/** Headers about the connection, the date and the length are not compared, since the handler does not set them. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']

async function overSocket({ method, path, query = '', headers, body }: Sent): Promise<Answer> {
  const init = { method, ...(headers && { headers }), ...(body !== undefined && { body: Buffer.from(body) }) }
  const answer = await fetch(`${origin}${path}${query && `?${query}`}`, init)
  return {
    status: answer.status,
    headers: ofTheAnswer([...answer.headers]),
    cookies: answer.headers.getSetCookie(),
    bytes: Buffer.from(await answer.bytes()).toString('hex'),
  }
}

interface Result {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>
  readonly cookies?: readonly string[]
  readonly body: string
  readonly isBase64Encoded: boolean
}

/**
 * Returns a response as API Gateway and ALB send it to the client, with the headers of `headers` and of
 * `multiValueHeaders`.
 */
function readAnswer(result: unknown): Answer {
  const { statusCode, headers = {}, multiValueHeaders = {}, cookies, body, isBase64Encoded } = result as Result
  const several = Object.entries(multiValueHeaders).flatMap(([name, all]) => all.map((one) => [name, one] as const))
  const entries = [...Object.entries(headers).filter(([name]) => !(name in multiValueHeaders)), ...several]
  const set = entries.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value)
  return {
    status: statusCode,
    headers: ofTheAnswer(entries),
    cookies: cookies ?? set,
    bytes: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('hex'),
  }
}

function ofTheAnswer(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const rest = new Headers(entries.filter(([name]) => name.toLowerCase() !== 'set-cookie').map(([...pair]) => pair))
  for (const name of OF_THE_CONNECTION) rest.delete(name)
  return Object.fromEntries(rest)
}

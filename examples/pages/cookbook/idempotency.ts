import { createHash } from 'node:crypto'
import { Application, HttpError, json, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** A request, as a digest, and its answer; `answer` is `undefined` while the request is under way. */
interface Kept {
  readonly asked: string
  answer?: { readonly status: number; readonly headers: Headers; readonly body: ArrayBuffer }
}

/** The requests and answers by key. A program of several processes keeps them in a table for a day. */
const kept = new Map<string, Kept>()

/** Runs a write once for each `Idempotency-Key`, however often a client repeats it after a lost answer. */
const once: Middleware = async (request, handler) => {
  const given = request.headers.get('idempotency-key')
  if (given === null) throw new HttpError(400, 'Send an Idempotency-Key.', { expose: true })
  // One client must not read the answer of another. A program with users takes the id of the user here.
  const key = `${request.headers.get('authorization')} ${given}`
  const asked = createHash('sha256')
    .update(`${request.method} ${request.fullPath}\n${await request.text()}`)
    .digest('hex')
  const before = kept.get(key)
  if (before && before.asked !== asked) throw new HttpError(422, 'The key is of another request.', { expose: true })
  if (before && !before.answer) throw new HttpError(409, 'The first request is under way.', { expose: true })
  if (before?.answer) return new Response(before.answer.body, before.answer)
  const entry: Kept = { asked }
  kept.set(key, entry)
  try {
    const { status, headers, body } = await readWhole(await handler(request))
    if (status < 500) entry.answer = { status, headers, body }
    return new Response(body, { status, headers })
  } finally {
    // A request that failed may be tried again.
    if (!entry.answer) kept.delete(key)
  }
}

async function readWhole(response: Response) {
  return { status: response.status, headers: new Headers(response.headers), body: await response.arrayBuffer() }
}

const orders: unknown[] = []

const app = new Application({ router: new FindMyWayRouter() })
app.post('/orders', [
  once,
  async (request) => {
    const order = await request.json()
    if (order === 'later') throw new HttpError(503, 'No paper.')
    return json({ number: orders.push(order) }, { status: 201 })
  },
])

export default app

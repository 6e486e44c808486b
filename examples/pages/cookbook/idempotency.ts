import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Application, HttpError, json, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** The requests and responses of one day. Processes that share the file also share the keys. */
const database = new DatabaseSync(process.env.KEYS_FILE ?? ':memory:', { timeout: 5_000 })
database.exec(`CREATE TABLE IF NOT EXISTS kept (
  key TEXT PRIMARY KEY, asked TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, headers TEXT, body BLOB)`)

interface Kept {
  readonly asked: string
  /** `null` while the request is under way. */
  readonly status: number | null
  readonly headers: string
  readonly body: Uint8Array<ArrayBuffer>
}

const DAY_MS = 86_400_000
const digestOf = (...texts: readonly string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('hex')

/** Runs a write once for each `Idempotency-Key`, however often a client repeats it after a lost response. */
const once: Middleware = async (request, handler) => {
  const given = request.headers.get('idempotency-key')
  if (given === null) throw new HttpError(400, 'Send an Idempotency-Key.', { expose: true })
  // One client must not read the response of another. A program with users takes the id of the user here.
  const key = digestOf(request.headers.get('authorization') ?? '', given)
  const asked = digestOf(request.method, request.fullPath, await request.text())
  const now = Date.now()
  // A request that has been under way for a minute belongs to a process that has died.
  const old = database.prepare('DELETE FROM kept WHERE at < ? OR (status IS NULL AND at < ?)')
  old.run(now - DAY_MS, now - 60_000)
  const claim = database.prepare('INSERT OR IGNORE INTO kept (key, asked, at) VALUES (?, ?, ?)').run(key, asked, now)
  if (claim.changes === 0) return repeated(key, asked)
  try {
    const response = await handler(request)
    const { status, headers } = response
    const body = new Uint8Array(await response.arrayBuffer())
    if (status < 500) {
      const keep = database.prepare('UPDATE kept SET status = ?, headers = ?, body = ? WHERE key = ?')
      keep.run(status, JSON.stringify([...headers]), body, key)
    }
    return new Response(body, { status, headers })
  } finally {
    // A request that failed may be tried again.
    database.prepare('DELETE FROM kept WHERE key = ? AND status IS NULL').run(key)
  }
}

function repeated(key: string, asked: string): Response {
  const kept = database.prepare('SELECT * FROM kept WHERE key = ?').get(key) as Kept | undefined
  if (kept && kept.asked !== asked) throw new HttpError(422, 'The key is of another request.', { expose: true })
  if (kept?.status == null) throw new HttpError(409, 'The first request is under way.', { expose: true })
  return new Response(kept.body, { status: kept.status, headers: JSON.parse(kept.headers) })
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

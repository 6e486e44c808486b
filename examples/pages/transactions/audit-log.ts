import { DatabaseSync } from 'node:sqlite'
import { type Authenticator, authentication, IDENTITY } from '@app/authentication'
import { Application, empty, HttpError, json, type Middleware, metadataKey } from '@app/core'
import { aroundDispatch } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { createTables } from '@app/sql'
import { sqlIn, sqlite, TRANSACTION, transactions } from '@app/transactions'

/** What a route does, for the audit log: `app.delete(…).set(AUDIT, 'note.deleted')`. */
const AUDIT = metadataKey<string>('acme/audit', { enforcedBy: () => 'audit' })

/** Writes a row for each change, in the transaction of the change: both are kept, or neither is. */
const audit: Middleware = (request, handler) => {
  aroundDispatch(
    request,
    async (route, inner, run) => {
      const response = await run(inner)
      const what = route.metadata(AUDIT)
      if (what === undefined || response.status >= 400) return response
      const who = inner.attribute(IDENTITY)?.id ?? null
      const at = new Date().toISOString()
      await sqlIn(inner).run('INSERT INTO audit VALUES ($1, $2, $3, $4)', at, who, what, inner.path)
      return response
    },
    AUDIT,
  )
  return handler(request)
}

/** Nobody can change or delete a row, not even the program by mistake. */
const TABLES = [
  'CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY)',
  'CREATE TABLE IF NOT EXISTS audit (at text NOT NULL, who text, what text NOT NULL, path text NOT NULL)',
  ...['UPDATE', 'DELETE'].map(
    (change) => `CREATE TRIGGER IF NOT EXISTS audit_no_${change.toLowerCase()} BEFORE ${change} ON audit
      BEGIN SELECT raise(ABORT, 'The audit log is not changed'); END`,
  ),
]

const database = new DatabaseSync(':memory:')
await createTables(database, TABLES)

// Stands for the log-in of your program.
const byHeader: Authenticator = {
  authenticate(request) {
    const id = request.headers.get('x-user')
    return id === null ? undefined : { id, name: id }
  },
  challenge: () => 'Name',
}

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(authentication({ authenticators: [byHeader] }))
app.pipe(transactions({ driver: sqlite(() => database) }))
app.pipe(audit)

app
  .put('/notes/{id}', async (request) => {
    const { id } = request.params
    const added = await sqlIn(request).run('INSERT INTO notes VALUES ($1) ON CONFLICT DO NOTHING', id)
    if (added === 0) throw new HttpError(409, 'There is such a note')
    return empty({ status: 201 })
  })
  .set(AUDIT, 'note.added')

app
  .delete('/notes/{id}', async (request) => {
    const deleted = await sqlIn(request).run('DELETE FROM notes WHERE id = $1', request.params.id)
    return empty({ status: deleted === 1 ? 204 : 404 })
  })
  .set(AUDIT, 'note.deleted')

app
  .get('/audit', async (request) => json(await sqlIn(request).rows('SELECT who, what, path FROM audit ORDER BY at')))
  .set(TRANSACTION, { readOnly: true })

export default app

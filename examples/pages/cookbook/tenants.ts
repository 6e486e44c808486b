import { DatabaseSync } from 'node:sqlite'
import { Application, attributeKey, json, type Middleware, notFoundHandler } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

interface Tenant {
  readonly id: number
  readonly name: string
}

const TENANT = attributeKey<Tenant>('tenant')

const database = new DatabaseSync(':memory:')
database.exec(`CREATE TABLE tenants (id INTEGER PRIMARY KEY, host TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
  CREATE TABLE notes (tenant INTEGER NOT NULL REFERENCES tenants, title TEXT NOT NULL);
  INSERT INTO tenants VALUES (1, 'north.example', 'North'), (2, 'south.example', 'South');
  INSERT INTO notes VALUES (1, 'Snow'), (2, 'Sun')`)
const byHost = database.prepare('SELECT id, name FROM tenants WHERE host = ?')

/** Finds the tenant of the requested host. A host without a tenant gets a 404. */
const enterTenant: Middleware = (request, handler) => {
  const row = byHost.get(new URL(request.url).hostname)
  if (!row) return notFoundHandler(request)
  return handler(request.withAttribute(TENANT, { id: Number(row.id), name: String(row.name) }))
}

/** All queries for the data of a tenant are in one place, and name the tenant. */
const notesOf = ({ id }: Tenant) => database.prepare('SELECT title FROM notes WHERE tenant = ?').all(id)

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(enterTenant)
app.get('/notes', (request) => json(notesOf(request.attribute(TENANT))))

export default app

import { DatabaseSync } from 'node:sqlite'
import { Application, HttpError, json, urlFor } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)')
const insert = database.prepare('INSERT INTO notes (title) VALUES (?)')
for (let i = 1; i <= 45; i++) insert.run(`Note ${i}`)

/** The rows after an id. The handler asks for one row more than a page has, to see whether there is another page. */
const page = database.prepare('SELECT id, title FROM notes WHERE id > ? ORDER BY id LIMIT ?')

const app = new Application({ router: new FindMyWayRouter() })

app.get(
  '/notes',
  (request) => {
    const [after, limit] = [integer(request.query, 'after', 0), integer(request.query, 'limit', 20)]
    const size = Math.min(Math.max(limit, 1), 100)
    const rows = page.all(after, size + 1)
    const shown = rows.slice(0, size)
    const last = shown.at(-1)?.id
    // The page begins after a row, not after a number of rows: a note that is added or removed shifts no page.
    const next = rows.length > size && urlFor(request, 'notes', {}, { query: { after: Number(last), limit: size } })
    return json(shown, next ? { headers: { link: `<${next}>; rel="next"` } } : {})
  },
  'notes',
)

function integer(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? String(fallback)
  if (!/^\d{1,9}$/.test(text)) throw new HttpError(400, `"${name}" must be an integer.`, { expose: true })
  return Number(text)
}

export default app

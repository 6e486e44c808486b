import { compression } from '@app/compression'
import { Application, conditional, etags, html } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import * as z from 'zod'

const Note = z.object({ text: z.string() })
const params = z.object({ id: z.string() })
const readNote = endpoint({ method: 'GET', path: '/notes/{id}', params, responses: { 200: Note } })
const writeNote = endpoint({ method: 'PUT', path: '/notes/{id}', params, body: Note, responses: { 200: Note } })

function notes() {
  const note = { text: 'Tea. '.repeat(500), version: 1 }
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(compression()).pipe(etags())
  app.route(
    implement(readNote, ({ request, respond }) => {
      const { notModified, headers } = conditional(request, { version: note.version })
      return notModified ?? respond(200, note, { headers })
    }),
  )
  app.route(
    implement(writeNote, ({ request, body, respond }) => {
      conditional(request, { version: note.version }, { required: true })
      Object.assign(note, body, { version: note.version + 1 })
      return respond(200, note)
    }),
  )
  app.get('/page', () => html('<p>Tea</p>'.repeat(500)))
  const ask = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
  const write = async (headers: Record<string, string>) => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json', ...headers }, body: '{"text":"Milk"}' }
    return (await app.request('/notes/1', init)).status
  }
  return { ask, write }
}

const GZIP = { 'accept-encoding': 'gzip' }

test('an endpoint answers 304, 412 and 428, also behind compression', async () => {
  const { ask, write } = notes()
  const first = await ask('/notes/1', GZIP)
  const tag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('content-encoding'), tag]).toEqual([200, 'gzip', 'W/"1"'])
  const again = await ask('/notes/1', { ...GZIP, 'if-none-match': tag })
  expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([304, tag, 'Accept-Encoding'])
  expect([await write({}), await write({ 'if-match': tag }), await write({ 'if-match': tag })]).toEqual([428, 200, 412])
  expect((await ask('/notes/1', { 'if-none-match': tag })).status).toBe(200)
})

test('the tag of a page is that of the page, whatever the coding', async () => {
  const { ask } = notes()
  const [plain, coded] = [await ask('/page'), await ask('/page', GZIP)]
  const tag = plain.headers.get('etag') ?? ''
  expect(coded.headers.get('etag')).toBe(`W/${tag}`)
  expect((await ask('/page', { ...GZIP, 'if-none-match': `W/${tag}` })).status).toBe(304)
  const kept = await ask('/page', { 'if-none-match': tag })
  expect([kept.status, kept.headers.get('etag')]).toEqual([304, tag])
})

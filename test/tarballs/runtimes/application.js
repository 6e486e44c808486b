import { compression } from '@app/compression'
import { COOKIES, cookies } from '@app/cookies'
import { Application, attributeKey, BODY_LIMIT, empty, HttpError, json, redirect, text } from '@app/core'
import { trailers } from '@app/core/extending'
import { onEnd } from '@app/core/logging'
import { eventStream } from '@app/event-stream'
import { Rou3Router } from '@app/router-rou3'
import { SESSION, session, sessionKey } from '@app/session'
import { multipart } from '@app/uploads'
import withRou3 from './first-rou3.js'
import withTrouter from './first-trouter.js'

const SECRET = 'runtimes'.repeat(5)
const VISITS = sessionKey('visits')
const SEEN = attributeKey('seen')

/** The application to which the probes are sent on every runtime; it uses web APIs alone. */
export const app = new Application({ router: new Rou3Router(), onError: () => undefined })
const ends = new Map()

app.pipe('/rou3', withRou3).pipe('/trouter', withTrouter)
app.pipe('/compressed', compression())
app.pipe((request, next) => next(request.withAttribute(SEEN, 'in front')))
app.get('/text', () => text('größe'))
app.get('/json', () => json({ a: [1, 'ü'] }))
app.get('/users/{id}', ({ params, query }) => json({ id: params.id, tags: query.getAll('tag') }), 'user.show')
app.get('/where', (request) => json([request.path, request.fullPath, new URL(request.url).pathname]))
app.get('/url', (request) => text(new URL(app.url('user.show', { id: 'a b' }), request.url).href))
app.get('/address', ({ clientAddress }) => text(clientAddress ?? 'none'))
app.get('/attribute', (request) => text(request.attribute(SEEN)))
app.post('/read/json', async (request) => json(await request.json()))
app.post('/read/text', async (request) => text(await request.text()))
app.post('/read/form', async (request) => json([...(await request.formData())]))
app.post('/read/bytes', async (request) => new Response(await request.bytes()))
app.post('/read/stream', ({ body }) => new Response(body))
app.post('/read/limited', async (request) => text(String((await request.bytes()).length))).set(BODY_LIMIT, 1_000)
app.post('/read/parts', async (request) => {
  const seen = []
  for await (const part of multipart(request)) {
    seen.push(part.kind === 'field' ? part.value : `${part.fileName} ${await new Response(part.stream).text()}`)
  }
  return json(seen)
})
app.get('/cookies', [
  cookies({ secret: SECRET }),
  (request) => {
    const jar = request.attribute(COOKIES)
    jar.set('one', jar.get('given') ?? '')
    jar.set('two', 'ü')
    return text('set')
  },
])
app.get('/visits', [
  session({ secret: SECRET }),
  (request) => {
    const visit = request.attribute(SESSION)
    visit.set(VISITS, (visit.get(VISITS) ?? 0) + 1)
    return text(String(visit.get(VISITS)))
  },
])
app.get('/redirect', () => redirect('/text', 303))
app.get('/nothing', () => empty())
app.get('/not-modified', () => new Response(null, { status: 304, headers: { etag: '"1"' } }))
app.get('/teapot', () => {
  throw new HttpError(418, 'Short and stout', { headers: { 'x-spout': 'yes' } })
})
app.get('/broken', () => {
  throw new Error('secret')
})
app.get('/later', async () => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  throw new Error('secret')
})
app.get('/stream', () => new Response(chunks(['one ', 'two ', 'three'].map((part) => new TextEncoder().encode(part)))))
app.get('/strings', () => new Response(chunks(['grün ', 'ist alles'])))
app.get('/breaks', () => new Response(chunks([new TextEncoder().encode('half')], new Error('secret'))))
app.get('/compressed/long', () => text('not lost '.repeat(1_000)))
app.get('/trailers', (request) => {
  trailers(request, { 'x-sum': () => '7' })
  return new Response(chunks([new TextEncoder().encode('seven')]))
})
app.get(
  '/events',
  eventStream(async function* (_request, { lastEventId }) {
    yield { id: Number(lastEventId ?? 0) + 1, data: { a: 1 } }
    yield { event: 'two', data: 'x\ny' }
  }),
)
app.get('/hang/{name}', ({ params, signal }) => {
  ends.set(params.name, 'open')
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      ends.set(params.name, 'aborted')
      resolve(empty())
    })
  })
})
app.get('/endless/{name}', (request) => {
  const { name } = request.params
  ends.set(name, 'open')
  onEnd(request, ({ isWhole }) => ends.set(name, isWhole ? 'whole' : 'cut'))
  return new Response(chunks(Array.from({ length: 10_000 }, () => new Uint8Array(1_000))))
})
app.get('/ends/{name}', ({ params }) => text(ends.get(params.name) ?? 'unknown'))

/** A stream of the given pieces; if an error is given, the stream fails with it at the end. */
function chunks(parts, error) {
  const left = [...parts]
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const part = left.shift()
      if (part !== undefined) controller.enqueue(part)
      else if (error) controller.error(error)
      else controller.close()
    },
  })
}

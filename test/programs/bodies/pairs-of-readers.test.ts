import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { bodyParser, formBody, jsonBody, multipartBody, PARSED_BODY, readBody, textBody } from '@app/body-parser'
import { connect } from '@app/connect'
import { Application, createServer, json, type Middleware, type Server, type ServerRequest, text } from '@app/core'
import { CSRF, csrf } from '@app/csrf'
import { endpoint, formContent, jsonContent, multipartContent, streamContent } from '@app/endpoint'
import { handlerFor } from '@app/endpoint/server'
import { mount, proxy } from '@app/mount'
import { fromHono } from '@app/mount/hono'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { multipart, UPLOAD, uploads } from '@app/uploads'
import { readForm } from '@app/view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

type Type = 'json' | 'form' | 'multipart'
const TYPES: readonly Type[] = ['json', 'form', 'multipart']

interface Reader {
  /** The types of bodies that are tried; all if it is left out. */
  readonly types?: readonly Type[]
  /** The types of which the reader leaves the body alone. */
  readonly passes?: readonly Type[]
  /** The types of which the reader consumes the body as a stream, so that nobody can read it again. */
  readonly streams?: readonly Type[]
  /** Reads the body, tells the value of its field "a", and calls the handler. */
  readonly around: (tell: (value: unknown) => void) => Middleware
}

const folder = mkdtempSync(join(tmpdir(), 'pairs-of-readers-'))
const Form = z.object({ a: z.string(), csrf: z.string().optional() })

/** The value of the field "a" in the text of a body of any of the types. */
const valueIn = (body: string) =>
  /"a"(?::"|\r\n\r\n)(grün)|a=(gr%C3%BCn)/.exec(body)?.[0].replace(/^.*(grün|gr%C3%BCn)/s, 'grün')

/** Makes a reader from a function that reads a request and returns the value. */
const reading = (read: (request: ServerRequest) => unknown): Reader['around'] => {
  return (tell) => async (request, handler) => {
    tell(await read(request))
    return handler(request)
  }
}

/** Makes a reader from middleware that reads the body, and a function that returns the value after it. */
const behind = (middleware: Middleware, value: (request: ServerRequest) => unknown): Reader['around'] => {
  return (tell) => (request, handler) =>
    middleware(request, (inner) => {
      tell(value(inner))
      return handler(inner)
    })
}

const parsed = (request: ServerRequest) => (request.attribute(PARSED_BODY) as { a?: unknown } | undefined)?.a
const answered = async (answer: Response | Promise<Response>) => (await answer).text()

let target: Server

function described(content: Parameters<typeof endpoint>[0]['body']): Reader['around'] {
  const description = endpoint({ method: 'POST', path: '/', body: content as never, responses: { 200: z.unknown() } })
  const handler = handlerFor(description, async ({ body }: { body: unknown }) =>
    body instanceof ReadableStream ? valueIn(await textOf(body as never)) : (body as { a: string }).a,
  )
  return reading(async (request) => JSON.parse(await answered(handler(request))))
}

const readers: Readonly<Record<string, Reader>> = {
  'bodyParser()': { passes: ['multipart'], around: behind(bodyParser(), parsed) },
  'bodyParser() with multipartBody': {
    around: behind(bodyParser({ strategies: [jsonBody, formBody, textBody, multipartBody] }), parsed),
  },
  'readBody()': { around: reading(async (request) => valueIn(new TextDecoder().decode(await readBody(request)))) },
  'uploads()': {
    types: ['multipart'],
    streams: ['multipart'],
    around: behind(uploads({ folder }), (request) => request.attribute(UPLOAD).fields.a),
  },
  'multipart()': {
    types: ['multipart'],
    streams: ['multipart'],
    around: reading(async (request) => {
      let value: unknown
      for await (const part of multipart(request)) if (part.kind === 'field' && part.name === 'a') value = part.value
      return value
    }),
  },
  'readForm()': {
    types: ['form', 'multipart'],
    around: reading(async (request) => (await readForm(request, Form)).form.value('a')),
  },
  'an endpoint with JSON': { types: ['json'], around: described(jsonContent(Form)) },
  'an endpoint with a form': { types: ['form'], around: described(formContent(Form)) },
  'an endpoint with a multipart form': { types: ['multipart'], around: described(multipartContent(Form)) },
  'an endpoint with a stream': { streams: TYPES, around: described(streamContent({ type: '*/*' })) },
  'csrf()': {
    passes: ['json', 'multipart'],
    around: behind(csrf({ secret: 'a secret that nobody else can guess' }), () => undefined),
  },
  'json()': { types: ['json'], around: reading(async (request) => ((await request.json()) as { a: string }).a) },
  'text()': { around: reading(async (request) => valueIn(await request.text())) },
  'bytes()': { around: reading(async (request) => valueIn(new TextDecoder().decode(await request.bytes()))) },
  'formData()': {
    types: ['form', 'multipart'],
    around: reading(async (request) => (await request.formData()).get('a')),
  },
  body: { streams: TYPES, around: reading(async ({ body }) => valueIn(await textOf(body as never))) },
  raw: { streams: TYPES, around: reading(async ({ raw }) => valueIn(await raw.text())) },
  'connect()': {
    streams: ['multipart'],
    around: (tell) =>
      connect((async (incoming: IncomingMessage, _outgoing: unknown, next: (error?: unknown) => void) => {
        try {
          tell(valueIn(await textOf(incoming)))
          next()
        } catch (error) {
          next(error)
        }
      }) as never),
  },
  'connect(), which does not read': {
    passes: TYPES,
    around: behind(connect(((_q: unknown, _s: unknown, next: () => void) => next()) as never), () => null),
  },
  'fromHono()': {
    around: (tell) =>
      fromHono(async (context, next) => {
        tell(valueIn(await context.req.text()))
        await next()
      }),
  },
  'mount()': {
    streams: TYPES,
    around: reading(async (request) => answered(mount(async (raw) => text(`${valueIn(await raw.text())}`))(request))),
  },
  'proxy()': {
    streams: TYPES,
    around: reading((request) => answered(proxy(`http://127.0.0.1:${target.address?.port}/`)(request))),
  },
}
const names = Object.keys(readers)

let server: Server
let token: string
let cookie: string
const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })

beforeAll(async () => {
  target = await createServer(async (request: ServerRequest) => text(`${valueIn(await request.text())}`)).listen({
    port: 0,
    host: '127.0.0.1',
  })
  app.get('/token', [
    csrf({ secret: 'a secret that nobody else can guess' }),
    async (request) => text(await request.attribute(CSRF).token()),
  ])
  for (const [at, first] of names.entries()) {
    for (const [index, second] of names.entries()) {
      app.post(`/${at}/${index}`, async (request, handler) => {
        const told: unknown[] = []
        const note = (place: number) => (value: unknown) => {
          told[place] = value
        }
        const last: Middleware = () => json(told)
        const inner: Middleware = (later) =>
          (readers[second] as Reader).around(note(1))(later, (end) => last(end, handler))
        try {
          return await (readers[first] as Reader).around(note(0))(request, (later) => inner(later, handler))
        } catch (error) {
          return json([told[0], String(error)])
        }
      })
    }
  }
  server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  const page = await fetch(`http://127.0.0.1:${server.address?.port}/token`)
  token = await page.text()
  cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
})
afterAll(async () => {
  await server.close({ grace: 0 })
  await target.close({ grace: 0 })
  rmSync(folder, { recursive: true, force: true })
})

const BOUNDARY = 'a-boundary-as-long-as-the-platform-wants-it'
const bodies: Readonly<Record<Type, readonly [type: string, body: () => string]>> = {
  json: ['application/json', () => '{"a":"grün"}'],
  form: ['application/x-www-form-urlencoded', () => `a=gr%C3%BCn&csrf=${encodeURIComponent(token)}`],
  multipart: [
    `multipart/form-data; boundary=${BOUNDARY}`,
    () => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\ngrün\r\n--${BOUNDARY}--\r\n`,
  ],
}

const roads: Readonly<Record<string, (path: string, init: RequestInit) => Response | Promise<Response>>> = {
  'over a socket': (path, init) => fetch(`http://127.0.0.1:${server.address?.port}${path}`, init),
  'from a platform': (path, init) => app.fetch(new Request(`http://localhost${path}`, init)),
}

/** The error of a reader that comes after a stream; that of `raw` is the platform's. */
const TOLD = expect.stringMatching(/already read, as a stream|Body is unusable/)

const canRead = (reader: Reader | undefined, type: Type) => (reader?.types ?? TYPES).includes(type)

test.each(names)('whoever comes after %s reads the same body, or is told that it was a stream', async (first) => {
  const cells: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  const one = readers[first] as Reader
  for (const [second, two] of Object.entries(readers)) {
    for (const type of TYPES.filter((type) => canRead(one, type) && canRead(two, type))) {
      for (const [road, ask] of Object.entries(roads)) {
        const [contentType, body] = bodies[type]
        const headers = { 'content-type': contentType, cookie, ...(type !== 'form' && { 'x-csrf-token': token }) }
        const init = { method: 'POST', body: body(), headers }
        const answer = await ask(`/${names.indexOf(first)}/${names.indexOf(second)}`, init)
        const key = `${second}, ${type}, ${road}`
        cells[key] = await answer.json().catch((error: unknown) => `${answer.status} ${error}`)
        const value = (name: string, reader: Reader) =>
          reader.passes?.includes(type) || name === 'csrf()' ? null : 'grün'
        const isSpent = one.streams?.includes(type) && !two.passes?.includes(type)
        // A parser leaves alone what another one before it has parsed, and returns the same.
        const isDone =
          value(first, one) !== null && /^(bodyParser|uploads)/.exec(first)?.[0] === /^\w+/.exec(second)?.[0]
        // As in Express, middleware gets one `req`, which one of them reads.
        const isEmpty = first === 'connect()' && second === 'connect()'
        const later = isDone ? 'grün' : isEmpty ? null : isSpent ? TOLD : value(second, two)
        // As in Fetch, a stream that was read is empty, or still locked by its reader.
        if (isSpent && second === 'body') Reflect.deleteProperty(cells, key)
        else expected[key] = [value(first, one), later]
      }
    }
  }
  expect(cells).toEqual(expected)
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { connect } from '@app/connect'
import { Application, createServer, text } from '@app/core'
import compression from 'compression'
import express, { type ErrorRequestHandler } from 'express'
import express4 from 'express-4'
import { createProxyMiddleware } from 'http-proxy-middleware'
import serveStatic from 'serve-static'
import swaggerUi from 'swagger-ui-express'
import { createServer as createViteServer } from 'vite'
import { expect } from 'vitest'
import { form, type Row } from './row.ts'

const PUBLIC = join(import.meta.dirname, 'public')
const LONG = 'Compressed, and not lost. '.repeat(200)

/** The tested packages whose middleware answers requests, or changes the bodies of responses. */
export const ANSWERS: readonly Row[] = [
  {
    name: 'compression',
    code: 'connect(compression())',
    start: async () => {
      const app = new Application().pipe(connect(compression()))
      app.pipe('/short', () => text('short'))
      app.pipe('/stream', () => new Response(new Blob([LONG]).stream(), { headers: { 'content-type': 'text/plain' } }))
      return { app: app.pipe(() => text(LONG)) }
    },
    seen: async (ask) => {
      const seenOf = async (path: string) => {
        const answer = await ask(path, { headers: { 'accept-encoding': 'gzip' } })
        const bytes = Buffer.from(await answer.arrayBuffer())
        // If the request went over a socket, `fetch` has already decompressed the body; without a socket, it is still
        // compressed.
        const whole = bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString()
        return [answer.headers.get('content-encoding'), whole === LONG]
      }
      return [await seenOf('/'), await seenOf('/stream'), await seenOf('/short')]
    },
    expected: [
      ['gzip', true],
      ['gzip', true],
      [null, false],
    ],
  },
  {
    name: 'serve-static',
    code: "connect(serveStatic('public'))",
    start: async () => ({
      app: new Application().pipe('/files', connect(serveStatic(PUBLIC))).pipe(() => text('behind')),
    }),
    seen: async (ask) => {
      const whole = await ask('/files/file.txt')
      const etag = whole.headers.get('etag') as string
      const part = await ask('/files/file.txt', { headers: { range: 'bytes=2-5' } })
      const same = await ask('/files/file.txt', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
      const head = await ask('/files/file.txt', { method: 'HEAD' })
      const folder = await ask('/files')
      return [
        [whole.status, await whole.text()],
        [part.status, await part.text(), part.headers.get('content-range')],
        [same.status, await same.text()],
        [head.status, head.headers.get('content-length'), await head.text()],
        [folder.status, folder.headers.get('location')],
        await (await ask('/files/none.txt')).text(),
      ]
    },
    expected: [[200, 'A file.\n'], [206, 'file', 'bytes 2-5/8'], [304, ''], [200, '8', ''], [301, '/files/'], 'behind'],
  },
  {
    name: 'swagger-ui-express',
    code: "app.pipe('/docs', connect(...swaggerUi.serve, swaggerUi.setup(document)))",
    start: async () => {
      const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths: {} }
      return { app: new Application().pipe('/docs', connect(...swaggerUi.serve, swaggerUi.setup(document))) }
    },
    seen: async (ask) => {
      const page = await (await ask('/docs/')).text()
      const [init, style] = [await ask('/docs/swagger-ui-init.js'), await ask('/docs/swagger-ui.css')]
      return [page.includes('swagger-ui-init.js'), (await init.text()).includes('"Notes"'), style.status]
    },
    expected: [true, true, 200],
  },
  {
    name: 'http-proxy-middleware',
    code: 'connect(createProxyMiddleware({ target, changeOrigin: true }))',
    start: async () => {
      const behind = await createServer(async (request) =>
        text(`${request.method} ${request.path} ${await request.text()}`, {
          status: 202,
          headers: { 'x-behind': '1' },
        }),
      ).listen({ port: 0, host: '127.0.0.1' })
      const target = `http://127.0.0.1:${behind.address?.port}`
      const app = new Application().pipe('/api', connect(createProxyMiddleware({ target, changeOrigin: true })))
      return { app, close: () => behind.close({ grace: 0 }) }
    },
    seen: async (ask) => {
      const got = await ask('/api/users/7')
      const sent = await ask('/api/users', form({ name: 'Ada' }))
      return [got.status, got.headers.get('x-behind'), await got.text(), await sent.text()]
    },
    expected: [202, '1', 'GET /users/7 ', 'POST /users name=Ada'],
  },
  {
    name: 'vite',
    code: 'connect((await createServer({ server: { middlewareMode: true } })).middlewares)',
    start: async () => {
      const root = mkdtempSync(join(tmpdir(), 'vite-'))
      writeFileSync(join(root, 'index.html'), '<h1>Page</h1><script type="module" src="/main.ts"></script>')
      writeFileSync(join(root, 'main.ts'), 'export const answer: number = 42\n')
      const server = { middlewareMode: true, hmr: false, ws: false, watch: null } as const
      const vite = await createViteServer({ root, configFile: false, logLevel: 'silent', server })
      const app = new Application().pipe('/api', () => text('ours')).pipe(connect(vite.middlewares))
      return { app, close: () => vite.close() }
    },
    seen: async (ask) => {
      const [page, script] = [await (await ask('/')).text(), await ask('/main.ts')]
      const code = await script.text()
      return [page.includes('<h1>Page</h1>'), code.includes('answer = 42'), await (await ask('/api')).text()]
    },
    expected: [true, true, 'ours'],
  },
  wholeApplication('express', express),
  wholeApplication('express-4', express4),
]

/** The row of an Express application, in one of the two versions that applications use. */
function wholeApplication(name: string, theirs: typeof express): Row {
  return {
    name,
    code: 'connect(expressApp)',
    start: async () => {
      const old = theirs().disable('x-powered-by')
      old.use(theirs.json())
      old.get('/old/:id', (req, res) => {
        res.json({ id: req.params.id, page: req.query.page, ip: typeof req.ip, secure: req.secure })
      })
      old.post('/old', (req, res) => {
        res.status(201).send(req.body.name)
      })
      old.get(
        '/skipped',
        (_req, _res, next) => next('route'),
        (_req, res) => res.send('never'),
      )
      old.get('/fails', () => {
        throw new Error('failed')
      })
      const onError: ErrorRequestHandler = (error, _req, res, _next) => {
        res.status(500).send(`Express saw: ${error.message}`)
      }
      old.use(onError)
      return { app: new Application().pipe(connect(old)).pipe((request) => text(`ours: ${request.path}`)) }
    },
    seen: async (ask) => {
      const headers = { 'content-type': 'application/json' }
      const created = await ask('/old', { method: 'POST', body: '{"name":"Ada"}', headers })
      return [
        await (await ask('/old/7?page=2')).json(),
        [created.status, await created.text()],
        await (await ask('/skipped')).text(),
        await (await ask('/fails')).text(),
        await (await ask('/new')).text(),
      ]
    },
    expected: [
      { id: '7', page: '2', ip: expect.any(String), secure: false },
      [201, 'Ada'],
      'ours: /skipped',
      'Express saw: failed',
      'ours: /new',
    ],
  }
}

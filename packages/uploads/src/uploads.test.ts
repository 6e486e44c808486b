import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  Application,
  BODY_LIMIT,
  createServer,
  ErrorHandler,
  HttpError,
  httpErrors,
  type Middleware,
  redirect,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, type SentPart, TYPE } from './forms.test.helper.ts'
import { UPLOAD, type Upload, type UploadsOptions, uploads } from './index.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes an application with a route for uploads, and names a folder for its files that does not exist yet. */
function saving(handler: Middleware, options: Partial<UploadsOptions> = {}) {
  const folder = join(temporaryFolder(), 'made/when/needed')
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.post('/files', [uploads({ folder, ...options }), handler]).set(BODY_LIMIT, 100_000_000)
  const post = (parts: readonly SentPart[]) =>
    app.request('/files', { method: 'POST', body: formOf(parts), headers: { 'content-type': TYPE } })
  return { app, folder, errors, post }
}

/** The names of the files in a folder; none if the folder is missing. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const TWO: readonly SentPart[] = [
  { name: 'title', content: 'Tea' },
  { name: 'a', fileName: '../a.txt', type: 'text/plain', content: 'one' },
  { name: 'none', fileName: '', type: 'application/octet-stream', content: '' },
  { name: 'b', fileName: 'b.bin', content: new Uint8Array(300_000).fill(7) },
  { name: 'title', content: 'Two' },
]

test('files are stored in the folder under random names, readable for the user of the process alone', async () => {
  let upload: Upload | undefined
  const { folder, post } = saving((request) => {
    upload = request.attribute(UPLOAD)
    return text('saved')
  })
  expect((await post(TWO)).status).toBe(200)
  expect({ ...upload?.fields }).toEqual({ title: ['Tea', 'Two'] })
  expect(upload?.files).toEqual([
    { name: 'a', fileName: 'a.txt', type: 'text/plain', size: 3, path: expect.any(String) },
    { name: 'b', fileName: 'b.bin', type: 'application/octet-stream', size: 300_000, path: expect.any(String) },
  ])
  const [a, b] = (upload as Upload).files
  expect(filesIn(folder).toSorted()).toEqual([a, b].map((file) => basename(file?.path ?? '')).toSorted())
  expect(basename(a?.path ?? '')).toMatch(/^[\da-f-]{36}$/)
  expect(readFileSync(a?.path ?? '', 'utf8')).toBe('one')
  expect(readFileSync(b?.path ?? '').every((byte) => byte === 7)).toBe(true)
  expect(statSync(b?.path ?? '').mode & 0o777).toBe(0o600)
})

/** Ways in which a handler ends, by the status that they mean. */
const endings: Readonly<Record<string, readonly [number, Middleware]>> = {
  'answers 200': [200, () => text('ok')],
  'answers 422': [422, () => text('no', { status: 422 })],
  'throws an error': [500, () => Promise.reject(new Error('boom'))],
  'throws an HttpError of 409': [409, () => Promise.reject(new HttpError(409))],
  'throws a redirect': [303, () => Promise.reject(redirect('/', 303))],
  'throws a response of 422': [422, () => Promise.reject(text('no', { status: 422 }))],
}

/** Middleware before uploads(), by what becomes of a status and whether the status was thrown. */
const fronts: Readonly<Record<string, readonly [Middleware, (status: number, isThrown: boolean) => number]>> = {
  'an ErrorHandler that sends thrown responses': [
    (request, handler) => new ErrorHandler({ translate: httpErrors, listeners: [] }).process(request, handler),
    (status) => status,
  ],
  'middleware that answers every error by 200': [
    async (request, handler) => {
      try {
        return await handler(request)
      } catch {
        return text('caught')
      }
    },
    (status, isThrown) => (isThrown ? 200 : status),
  ],
  'middleware that answers 503 in the end': [
    async (request, handler) => {
      await Promise.allSettled([handler(request)])
      return text('busy', { status: 503 })
    },
    () => 503,
  ],
}

const kept = Object.entries(fronts).flatMap(([front, [middleware, statusOf]]) =>
  Object.entries(endings).map(([ending, [own, handler]]) => {
    const status = statusOf(own, ending.startsWith('throws'))
    return { front, ending, middleware, handler, status, files: status < 400 ? 2 : 0 }
  }),
)

test.each(kept)(
  'after $front, a handler that $ending leaves $files files, since the client gets $status',
  async (each) => {
    const { app, folder } = saving(each.handler)
    const outer = new Application({ onError: () => undefined }).pipe(each.middleware).pipe(app)
    const server = await createServer(outer).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      await server.close({ grace: 0 })
    })
    const init = { method: 'POST', body: formOf(TWO), headers: { 'content-type': TYPE }, redirect: 'manual' } as const
    const answer = await fetch(`http://127.0.0.1:${server.address?.port}/files`, init)
    await answer.text()
    expect(answer.status).toBe(each.status)
    await expect.poll(() => filesIn(folder).length).toBe(each.files)
  },
)

test('a file that the handler has moved away is not removed if the handler then throws', async () => {
  const { folder, post } = saving((request) => {
    const [file] = request.attribute(UPLOAD).files
    renameSync(file?.path as string, join(folder, 'kept'))
    throw new HttpError(409)
  })
  expect((await post(TWO)).status).toBe(409)
  await expect.poll(() => filesIn(folder)).toEqual(['kept'])
})

test.each<[string, Partial<UploadsOptions>, readonly SentPart[], number]>([
  ['a limit is exceeded', { fileBytes: 10 }, TWO, 413],
  ['a part is malformed', {}, [...TWO, { content: '', headers: 'x' }], 400],
  ['a field has the name __proto__', {}, [...TWO, { name: '__proto__', content: 'x' }], 400],
])('if %s, no file is left, and the handler after uploads() does not run', async (_what, options, parts, status) => {
  let isRun = false
  const { folder, post } = saving(() => {
    isRun = true
    return text('x')
  }, options)
  expect((await post(parts)).status).toBe(status)
  expect([isRun, filesIn(folder)]).toEqual([false, []])
})

test('a client that leaves during the upload leaves no file', async () => {
  const { app, folder } = saving(() => text('saved'))
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  const headers = { 'content-type': TYPE, 'content-length': '1000000' }
  const sent = httpRequest({ port: server.address?.port, host: '127.0.0.1', path: '/files', method: 'POST', headers })
  sent.on('error', () => undefined)
  sent.write(formOf(TWO).slice(0, -1_000))
  await expect.poll(() => filesIn(folder).length).toBe(2)
  sent.destroy()
  await expect.poll(() => filesIn(folder)).toEqual([])
})

test('uploads() passes on a request without a body, and answers 415 to a body of another content type', async () => {
  const { app } = saving((request) => text(request.method))
  app.get('/files', [uploads({ folder: 'none' }), () => text('page')])
  expect(await (await app.request('/files')).text()).toBe('page')
  const headers = { 'content-type': 'application/json' }
  expect((await app.request('/files', { method: 'POST', body: '{}', headers })).status).toBe(415)
})

test('uploads() refuses unknown and invalid options, and options without folder', () => {
  expect(() => uploads({} as UploadsOptions)).toThrow('uploads(): "folder" is missing: it must be a string.')
  expect(() => uploads({ folder: 'x', files: -1 })).toThrow('uploads(): "files" must be an integer from 0')
  expect(() => uploads({ folder: 'x', file: 1 } as UploadsOptions)).toThrow('Did you mean "files"?')
})

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Application, createServer, HttpError, type Middleware, text } from '@app/core'
import { BODY_LIMIT } from '@app/core/body'
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
  app.post('/files', [uploads({ folder, ...options }), handler]).with(BODY_LIMIT, 100_000_000)
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
  expect(readFileSync(b?.path ?? '').every((octet) => octet === 7)).toBe(true)
  expect(statSync(b?.path ?? '').mode & 0o777).toBe(0o600)
})

test.each<[string, Middleware]>([
  ['throws', () => Promise.reject(new Error('boom'))],
  ['answers 400 or above', () => text('no', { status: 422 })],
])('files are removed if the handler behind uploads() %s', async (_what, fail) => {
  let seen = 0
  const { folder, post } = saving((request, handler) => {
    seen = filesIn(folder).length
    return fail(request, handler)
  })
  expect((await post(TWO)).status).toBeGreaterThanOrEqual(400)
  expect([seen, filesIn(folder)]).toEqual([2, []])
})

test('a file that the handler has moved away is not removed if the handler then throws', async () => {
  const { folder, post } = saving((request) => {
    const [file] = request.attribute(UPLOAD).files
    renameSync(file?.path as string, join(folder, 'kept'))
    throw new HttpError(409)
  })
  expect((await post(TWO)).status).toBe(409)
  expect(filesIn(folder)).toEqual(['kept'])
})

test.each<[string, Partial<UploadsOptions>, readonly SentPart[], number]>([
  ['a limit is exceeded', { fileOctets: 10 }, TWO, 413],
  ['a part is malformed', {}, [...TWO, { content: '', headers: 'x' }], 400],
  ['a field has the name __proto__', {}, [...TWO, { name: '__proto__', content: 'x' }], 400],
])('if %s, no file is left, and the handler behind uploads() does not run', async (_what, options, parts, status) => {
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
  expect(() => uploads({} as UploadsOptions)).toThrow('uploads(): "folder" is missing')
  expect(() => uploads({ folder: 'x', files: -1 })).toThrow('uploads(): "files" is a whole number from 0')
  expect(() => uploads({ folder: 'x', file: 1 } as UploadsOptions)).toThrow('Did you mean "files"?')
})

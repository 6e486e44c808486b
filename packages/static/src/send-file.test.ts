import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Application } from '@app/core'
import { expect, test } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { type SendFileOptions, sendFile } from './index.ts'

function serving(file: string | URL, options?: SendFileOptions) {
  const app = new Application({ onError: () => undefined })
  app.pipe((request) => sendFile(request, file, options))
  return (headers: Readonly<Record<string, string>> = {}, method = 'GET') => app.request('/', { headers, method })
}

test('sendFile() also sends a file in a hidden folder, with the headers of its option headers', async () => {
  const root = folder({ '.hidden/report': 'Ten lines.' })
  const ask = serving(join(root, '.hidden/report'), {
    headers: { 'Content-Type': 'text/plain', 'content-disposition': 'attachment' },
  })
  const response = await ask()
  expect(await response.text()).toBe('Ten lines.')
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.headers.get('content-disposition')).toBe('attachment')
  expect((await ask({}, 'HEAD')).headers.get('content-length')).toBe('10')
})

test('sendFile() answers ranges and conditional requests as serveStatic does', async () => {
  const ask = serving(pathToFileURL(join(folder({ 'a.txt': '0123456789' }), 'a.txt')))
  const part = await ask({ range: 'bytes=2-4' })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  expect(part.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await ask({ range: 'bytes=20-' })).status).toBe(416)
  expect((await ask({ 'if-none-match': part.headers.get('etag') ?? '' })).status).toBe(304)
})

test('sendFile() answers 404 for a missing file and for a folder', async () => {
  const root = folder({ 'a.txt': '' })
  for (const path of [join(root, 'none'), join(root, 'a.txt/none'), root])
    expect((await serving(path)()).status).toBe(404)
})

test('sendFile() refuses a relative path by an error that says what to write', async () => {
  const app = new Application()
  const request = await new Promise<Parameters<typeof sendFile>[0]>((resolve) => {
    app.pipe((given) => {
      resolve(given)
      return new Response()
    })
    void app.request('/')
  })
  await expect(sendFile(request, 'data/a.txt')).rejects.toThrow('sendFile(): data/a.txt is relative. Write an absolute')
})

test('sendFile() follows a link', async () => {
  const root = folder({ 'a.txt': 'Ten lines.', inner: { link: '.' }, 'link.txt': { link: 'inner/a.txt' } })
  const response = await serving(join(root, 'link.txt'))()
  expect([response.status, await response.text()]).toEqual([200, 'Ten lines.'])
})

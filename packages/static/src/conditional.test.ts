import { renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application } from '@app/core'
import { expect, test } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { serveStatic } from './index.ts'

const CHANGED = 'Sun, 06 Nov 1994 08:49:37 GMT'
const EARLIER = 'Sun, 06 Nov 1994 08:49:36 GMT'
const LATER = 'Sun, 06 Nov 1994 08:49:38 GMT'

/** An application with one file of ten bytes, which was changed 300 ms after a full second. */
function site(): { app: Application; root: string } {
  const root = folder({ 'a.txt': '0123456789' })
  const time = Date.parse(CHANGED) / 1000 + 0.3
  utimesSync(join(root, 'a.txt'), time, time)
  return { app: new Application().pipe(serveStatic(root)), root }
}

/** Asks for the file. In a header, `ETAG` stands for the weak tag of the file. */
async function ask(headers: Record<string, string>, method = 'GET') {
  const { app } = site()
  const tag = (await app.request('/a.txt', { method: 'HEAD' })).headers.get('etag') ?? ''
  const named = Object.entries(headers).map(([name, value]) => [name, value.replace(ETAG, tag.slice(2))] as const)
  const response = await app.request('/a.txt', { headers: Object.fromEntries(named), method })
  return [response.status, await response.text()]
}

const WHOLE = [200, '0123456789']
const ENDLESS = '9'.repeat(30)
const ETAG = '"tag"'

test('the response with a file has the time of its last change as Last-Modified, and a weak ETag', async () => {
  const { headers } = await site().app.request('/a.txt')
  expect(headers.get('last-modified')).toBe(CHANGED)
  expect(headers.get('etag')).toMatch(/^W\/"[\da-f-]+"$/)
})

const sameTime = (path: string) => utimesSync(path, Date.parse(CHANGED) / 1000 + 0.3, Date.parse(CHANGED) / 1000 + 0.3)
test.each<[string, (path: string) => void]>([
  ['another time', (path) => utimesSync(path, 1, 1)],
  ['another size', (path) => truncateSync(path, 9)],
  [
    'other content of the same size and time',
    (path) => {
      writeFileSync(path, 'abcdefghij')
      sameTime(path)
    },
  ],
  [
    'another file of the same size and time in its place',
    (path) => {
      writeFileSync(`${path}.new`, 'abcdefghij')
      sameTime(`${path}.new`)
      renameSync(`${path}.new`, path)
    },
  ],
])('a file has another ETag after it got %s', async (_what, change) => {
  const { app, root } = site()
  const before = (await app.request('/a.txt')).headers.get('etag') ?? ''
  // The clock of a file system moves on every few milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 20))
  change(join(root, 'a.txt'))
  const after = await app.request('/a.txt', { headers: { 'if-none-match': before } })
  expect([after.status, after.headers.get('etag') === before]).toEqual([200, false])
})

test('Last-Modified is never in the future, even if the time of the file is', async () => {
  const { app, root } = site()
  const future = Date.now() / 1000 + 100_000
  utimesSync(join(root, 'a.txt'), future, future)
  const { headers } = await app.request('/a.txt')
  expect(Date.parse(headers.get('last-modified') ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a response of 304 has ETag and Last-Modified, but no body and no length', async () => {
  const { app } = site()
  const etag = (await app.request('/a.txt')).headers.get('etag') ?? ''
  const response = await app.request('/a.txt', { headers: { 'if-none-match': etag } })
  expect(response.status).toBe(304)
  expect(await response.text()).toBe('')
  expect([...response.headers.keys()]).toEqual(['accept-ranges', 'etag', 'last-modified'])
})

test.each<[string, Record<string, string>, number]>([
  ['If-None-Match with the tag', { 'if-none-match': `W/${ETAG}` }, 304],
  ['If-None-Match with its strong form', { 'if-none-match': ETAG }, 304],
  ['If-None-Match with a list', { 'if-none-match': `"x", W/${ETAG}, W/"y"` }, 304],
  ['If-None-Match with a star', { 'if-none-match': '*' }, 304],
  ['If-None-Match with another tag', { 'if-none-match': 'W/"x"' }, 200],
  ['If-None-Match with garbage', { 'if-none-match': 'a-1,,"' }, 200],
  ['If-None-Match, which overrules If-Modified-Since', { 'if-none-match': '"x"', 'if-modified-since': LATER }, 200],
  ['If-Modified-Since with the date', { 'if-modified-since': CHANGED }, 304],
  ['If-Modified-Since with a later date', { 'if-modified-since': LATER }, 304],
  ['If-Modified-Since with an earlier date', { 'if-modified-since': EARLIER }, 200],
  ['If-Modified-Since with a string that is not a date', { 'if-modified-since': '2030' }, 200],
  ['If-Match with a star', { 'if-match': '*' }, 200],
  ['If-Match with the weak tag', { 'if-match': `W/${ETAG}` }, 412],
  ['If-Match, which overrules If-Unmodified-Since', { 'if-match': '*', 'if-unmodified-since': EARLIER }, 200],
  ['If-Unmodified-Since with the date', { 'if-unmodified-since': CHANGED }, 200],
  ['If-Unmodified-Since with an earlier date', { 'if-unmodified-since': EARLIER }, 412],
])('a request with %s, %j, gets the status %i', async (_, headers, status) => {
  expect((await ask(headers))[0]).toBe(status)
  expect((await ask(headers, 'HEAD'))[0]).toBe(status)
})

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  [`bytes=9-${ENDLESS}`, '9', 'bytes 9-9/10'],
  ['BYTES=0-0', '0', 'bytes 0-0/10'],
])('a request with the range %s gets a part of the file', async (range, body, contentRange) => {
  const response = await site().app.request('/a.txt', { headers: { range } })
  expect([response.status, await response.text()]).toEqual([206, body])
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(response.headers.get('content-length')).toBe(String(body.length))
})

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', `bytes=${ENDLESS}-`])(
  'a request with the range %s gets 416',
  async (range) => {
    const response = await site().app.request('/a.txt', { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  },
)

test.each(['bytes=', 'bytes=-', 'bytes=3-2', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=0x1-2', 'bytes 0-1'])(
  'a request with the range %s gets the whole file',
  async (range) => {
    expect(await ask({ range })).toEqual(WHOLE)
  },
)

test('the Range of a request with HEAD is ignored', async () => {
  expect(await ask({ range: 'bytes=0-3' }, 'HEAD')).toEqual([200, ''])
})

test('for an empty file, a range that names a position gets a 416, and a range of the last bytes gets the whole file', async () => {
  const app = new Application().pipe(serveStatic(folder({ 'empty.txt': '' })))
  const status = async (range: string) => (await app.request('/empty.txt', { headers: { range } })).status
  expect(await status('bytes=0-')).toBe(416)
  expect(await status('bytes=-5')).toBe(200)
})

test('a request with the exact date in If-Range gets a part, and a request with another date or any tag gets the whole file', async () => {
  const range = 'bytes=0-3'
  expect(await ask({ range, 'if-range': CHANGED })).toEqual([206, '0123'])
  expect(await ask({ range, 'if-range': LATER })).toEqual(WHOLE)
  expect(await ask({ range, 'if-range': `W/${ETAG}` })).toEqual(WHOLE)
})

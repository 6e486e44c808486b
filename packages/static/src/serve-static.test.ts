import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Application, text } from '@app/core'
import { expect, test } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { serveStatic } from './index.ts'

async function answer(app: Application, path: string, init: RequestInit = {}) {
  const response = await app.request(path, init)
  return [response.status, await response.text(), response.headers.get('content-type')]
}

function site(files: Parameters<typeof folder>[0]): Application {
  return new Application().pipe(serveStatic(folder(files)))
}

const MISS = [404, 'Not Found', 'text/plain; charset=utf-8']

test('serveStatic() answers with a file, its type and its length', async () => {
  const response = await site({ 'a/style.css': 'p {}' }).request('/a/style.css')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(response.headers.get('content-length')).toBe('4')
  expect(await response.text()).toBe('p {}')
})

test.each([
  ['page.html', 'text/html; charset=utf-8'],
  ['PAGE.HTML', 'text/html; charset=utf-8'],
  ['code.js', 'text/javascript; charset=utf-8'],
  ['data.json', 'application/json'],
  ['image.svg', 'image/svg+xml'],
  ['archive.tar.unknown', 'application/octet-stream'],
  ['LICENSE', 'application/octet-stream'],
  ['html', 'application/octet-stream'],
  ['x.constructor', 'application/octet-stream'],
  ['x.__proto__', 'application/octet-stream'],
])('the type of the file %s is %s', async (name, type) => {
  expect(await answer(site({ [name]: 'x' }), `/${name}`)).toEqual([200, 'x', type])
})

test('serveStatic() answers with an empty file, and with a file that takes several chunks', async () => {
  const large = new Uint8Array(200_000).map((_, i) => i % 251)
  const app = site({ 'empty.txt': '', 'large.bin': large })
  expect(await answer(app, '/empty.txt')).toEqual([200, '', 'text/plain; charset=utf-8'])
  const response = await app.request('/large.bin')
  expect(response.headers.get('content-length')).toBe('200000')
  expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), large)).toBe(0)
})

test('the response to HEAD has the headers of the response to GET, and no body', async () => {
  const app = site({ 'a.txt': 'hello' })
  const [get, head] = [await app.request('/a.txt'), await app.request('/a.txt', { method: 'HEAD' })]
  expect([...head.headers]).toEqual([...get.headers])
  expect(await head.text()).toBe('')
})

test('requests for a missing file or with another method are passed on to the next handler', async () => {
  const app = site({ 'a.txt': 'x' }).pipe((request) => text(`${request.method} ${request.path}`))
  const plain = 'text/plain; charset=utf-8'
  expect(await answer(app, '/b.txt')).toEqual([200, 'GET /b.txt', plain])
  expect(await answer(app, '/a.txt/b')).toEqual([200, 'GET /a.txt/b', plain])
  expect(await answer(app, '/a.txt/')).toEqual([200, 'GET /a.txt/', plain])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(await answer(app, '/a.txt', { method })).toEqual([200, `${method} /a.txt`, plain])
  }
})

test('serveStatic() at a prefix finds files by the path after the prefix', async () => {
  const app = new Application().pipe('/assets', serveStatic(folder({ 'a.txt': 'x' })))
  expect(await answer(app, '/assets/a.txt')).toEqual([200, 'x', 'text/plain; charset=utf-8'])
  expect(await answer(app, '/a.txt')).toEqual(MISS)
})

test('serveStatic() decodes the percent-encoding of a name once, not twice', async () => {
  const app = site({ 'a b.txt': 'space', 'ü.txt': 'umlaut', '%61.txt': 'percent', 'a.txt': 'plain' })
  const body = async (path: string) => (await answer(app, path))[1]
  expect(await body('/a%20b.txt')).toBe('space')
  expect(await body('/%C3%BC.txt')).toBe('umlaut')
  expect(await body('/%2561.txt')).toBe('percent')
  expect(await body('/%61.txt')).toBe('plain')
})

test.each([
  ['/../outside.txt', 404],
  ['/%2e%2e/outside.txt', 404],
  ['/sub/../../outside.txt', 404],
  ['/..%2Foutside.txt', 400],
  ['/%2e%2e%2foutside.txt', 400],
  ['/..%5Coutside.txt', 400],
  ['/a.txt%00.html', 400],
  ['/%252e%252e/outside.txt', 404],
  ['//a.txt', 404],
  ['/sub//b.txt', 404],
  [`/${'x'.repeat(300)}`, 404],
])('serveStatic() sends no file for the path %s', async (path, status) => {
  const root = folder({ 'outside.txt': 'secret', 'public/a.txt': 'x', 'public/sub/b.txt': 'x' })
  const app = new Application().pipe(serveStatic(join(root, 'public')))
  const [answered, body] = await answer(app, path)
  expect(answered).toBe(status)
  expect(body).not.toContain('secret')
})

test('serveStatic() hides every name that begins with a dot', async () => {
  const app = site({ '.env': 'secret', '.git/config': 'secret', 'a/.hidden/b.txt': 'secret', '.well-known/x': 'x' })
  for (const path of ['/.env', '/%2eenv', '/.git/config', '/a/.hidden/b.txt', '/.well-known/x']) {
    expect(await answer(app, path)).toEqual(MISS)
  }
})

test('serveStatic() follows a link inside of the folder, but no link to a place outside or to a hidden name', async () => {
  const root = folder({
    'outside/secret.txt': 'secret',
    'public/v2/a.txt': 'second',
    'public/.hidden.txt': 'secret',
    'public/latest': { link: 'v2' },
    'public/leak.txt': { link: '../outside/secret.txt' },
    'public/leak': { link: '../outside' },
    'public/shown.txt': { link: '.hidden.txt' },
    'public/ring': { link: 'ring' },
    'public/dangling': { link: 'nowhere' },
    'public-too/secret.txt': 'secret',
    'public/near': { link: '../public-too' },
  })
  const app = new Application().pipe(serveStatic(join(root, 'public')))
  expect((await answer(app, '/latest/a.txt'))[1]).toBe('second')
  for (const path of ['/leak.txt', '/leak/secret.txt', '/shown.txt', '/ring', '/dangling', '/near/secret.txt']) {
    expect(await answer(app, path)).toEqual(MISS)
  }
})

test('a served folder may be a link itself, or lie in a hidden folder', async () => {
  const root = folder({ '.build/site/a.txt': 'x', current: { link: '.build/site' } })
  const app = new Application().pipe(serveStatic(join(root, 'current')))
  expect((await answer(app, '/a.txt'))[1]).toBe('x')
})

test('a name in another case than on disk is not found, so that no guard at a prefix is bypassed', async () => {
  const app = site({ 'A.txt': 'x', 'a.txt': { link: 'A.txt' } })
  expect((await answer(app, '/A.txt'))[0]).toBe(200)
  expect(await answer(app, '/a.txt')).toEqual(MISS)
})

test.skipIf(process.platform === 'win32')('a named pipe is not found, and no request waits for a writer', async () => {
  const root = folder({})
  execFileSync('mkfifo', [join(root, 'pipe')])
  expect(await answer(new Application().pipe(serveStatic(root)), '/pipe')).toEqual(MISS)
})

test('a folder answers with its index.html only at a path with a slash at the end', async () => {
  const app = site({ 'index.html': 'home', 'docs/index.html': 'docs', 'empty/a.txt': 'x' })
  const html = 'text/html; charset=utf-8'
  expect(await answer(app, '/')).toEqual([200, 'home', html])
  expect(await answer(app, '/docs/')).toEqual([200, 'docs', html])
  expect(await answer(app, '/empty')).toEqual(MISS)
  expect(await answer(app, '/empty/')).toEqual(MISS)
  expect(await answer(app, '/index.html/')).toEqual(MISS)
})

test('serveStatic() redirects the path of a folder to the path with a slash, and keeps prefix and query', async () => {
  const inner = serveStatic(folder({ 'index.html': 'x', 'a b/index.html': 'x' }))
  const app = new Application().pipe('/assets', inner)
  const location = async (path: string) => {
    const response = await app.request(path)
    return [response.status, response.headers.get('location')]
  }
  expect(await location('/assets/a%20b')).toEqual([301, '/assets/a%20b/'])
  expect(await location('/assets/a%20b?x=1&y=%20')).toEqual([301, '/assets/a%20b/?x=1&y=%20'])
  expect(await location('/assets?v')).toEqual([301, '/assets/?v'])
  expect(await location('/assets/')).toEqual([200, null])
})

test('serveStatic() never redirects to another host', async () => {
  const app = site({ 'evil.example/index.html': 'x' })
  expect(await answer(app, '//evil.example')).toEqual(MISS)
  expect(await answer(app, '//evil.example/%2e%2e')).toEqual(MISS)
})

test('serveStatic() sends its option cacheControl as the header Cache-Control, also with 304', async () => {
  const cacheControl = 'public, max-age=31536000, immutable'
  const app = new Application().pipe(serveStatic(folder({ 'a.txt': 'x' }), { cacheControl }))
  const first = await app.request('/a.txt')
  expect(first.headers.get('cache-control')).toBe(cacheControl)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await app.request('/a.txt', { headers })).headers.get('cache-control')).toBe(cacheControl)
  expect((await site({ 'a.txt': 'x' }).request('/a.txt')).headers.has('cache-control')).toBe(false)
  expect(() => serveStatic(folder({}), { cacheControl: 'a\nb' })).toThrow(TypeError)
})

test('serveStatic() accepts a URL as well as a path', async () => {
  const root = folder({ 'public/a.txt': 'x' })
  for (const given of [pathToFileURL(`${root}/public/`), pathToFileURL(join(root, 'public')).href]) {
    expect((await answer(new Application().pipe(serveStatic(given)), '/a.txt'))[1]).toBe('x')
  }
})

test('serveStatic() throws an error that names the folder, if the folder cannot be served', () => {
  const root = folder({ 'a.txt': 'x' })
  expect(() => serveStatic(join(root, 'none'))).toThrow(expect.objectContaining({ code: 'APP_STATIC_FOLDER' }))
  expect(() => serveStatic(join(root, 'none'))).toThrow(
    `Cannot serve "${join(root, 'none')}": there is no such folder.`,
  )
  expect(() => serveStatic(join(root, 'a.txt'))).toThrow('a.txt": it is not a folder.')
  expect(() => serveStatic('public')).toThrow(
    `Cannot serve "public": write an absolute path, or new URL('./public/', import.meta.url).`,
  )
  expect(() => serveStatic(new URL('https://example.org/public/'))).toThrow('it is not a file: URL')
  expect(() => serveStatic(undefined as unknown as string)).toThrow('Cannot serve undefined')
})

test('serveStatic() serves files that are added after the middleware was made', async () => {
  const root = folder({})
  const app = new Application().pipe(serveStatic(root))
  expect(await answer(app, '/later/')).toEqual(MISS)
  mkdirSync(join(root, 'later'))
  execFileSync('cp', [import.meta.filename, join(root, 'later/index.html')])
  expect((await answer(app, '/later/'))[0]).toBe(200)
})

test.skipIf(!existsSync('/proc/self/fd'))(
  'serveStatic() has no file open while the next handler runs, nor after any response',
  async () => {
    const root = folder({
      'a.txt': 'x',
      'b/index.html': 'x',
      'c/d.txt': 'x',
      'large.txt': 'x'.repeat(200_000),
      out: { link: '/dev/null' },
    })
    const seen: string[] = []
    const app = new Application().pipe(serveStatic(root)).pipe((request) => {
      seen.push(request.path, ...openBelow(root))
      return text('next')
    })
    for (const path of ['/', '/a.txt', '/a.txt/', '/b', '/b/', '/c/', '/c', '/none', '/out', '/large.txt']) {
      await (await app.request(path)).text()
      await (await app.request(path, { method: 'HEAD' })).text()
      await (await app.request(path, { headers: { range: 'bytes=9-' } })).text()
    }
    expect(new Set(seen)).toEqual(new Set(['/', '/a.txt/', '/c/', '/c', '/none', '/out']))
    expect(openBelow(root)).toEqual([])
  },
)

/** The files below a folder that this process has open. */
function openBelow(root: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`)
      return path.startsWith(root) ? [path] : []
    } catch {
      return []
    }
  })
}

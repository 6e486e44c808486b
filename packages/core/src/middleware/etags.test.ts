import { expect, test } from 'vitest'
import { Application, bytes, type EtagsOptions, etags, html, type RequestHandler, stream, text } from '../index.ts'

function site(handler: RequestHandler, options?: EtagsOptions) {
  const app = new Application({ onError: () => undefined }).pipe(etags(options)).pipe(handler)
  return (headers: Record<string, string> = {}, method = 'GET') => app.request('/', { headers, method })
}

test('a page has a strong tag of its content, and a client that has it gets a 304', async () => {
  let page = 'one'
  const ask = site(() => html(page, { headers: { 'cache-control': 'no-cache', vary: 'cookie', 'set-cookie': 'a=1' } }))
  const first = await ask()
  const tag = first.headers.get('etag') ?? ''
  expect([tag, await first.text()]).toEqual([expect.stringMatching(/^"[\w-]{24}"$/), 'one'])
  const again = await ask({ 'if-none-match': `"x", W/${tag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const names = ['etag', 'cache-control', 'vary', 'content-type', 'set-cookie']
  expect(names.map((name) => again.headers.get(name))).toEqual([tag, 'no-cache', 'cookie', null, 'a=1'])
  page = 'two'
  const changed = await ask({ 'if-none-match': tag })
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
})

test('bytes, and a Response of the platform, have the same tag as the same text', async () => {
  const tags = [() => text('ü'), () => bytes(new TextEncoder().encode('ü')), () => new Response('ü')].map(
    async (handler) => (await site(handler)()).headers.get('etag'),
  )
  const [first, ...others] = await Promise.all(tags)
  expect([typeof first, ...others]).toEqual(['string', first, first])
})

test('HEAD has the tag of GET, and may get a 304', async () => {
  const ask = site(() => text('page'))
  const tag = (await ask()).headers.get('etag') ?? ''
  const head = await ask({}, 'HEAD')
  expect([head.headers.get('etag'), (await ask({ 'if-none-match': tag }, 'HEAD')).status]).toEqual([tag, 304])
})

test('a tag and a time of the handler stay, and their conditions are evaluated', async () => {
  const ask = site(() => text('page', { headers: { etag: 'W/"7"', 'last-modified': 'Fri, 06 Nov 2026 08:49:37 GMT' } }))
  expect((await ask()).headers.get('etag')).toBe('W/"7"')
  expect((await ask({ 'if-none-match': '"7"' })).status).toBe(304)
  expect((await ask({ 'if-modified-since': 'Fri, 06 Nov 2026 08:49:37 GMT' })).status).toBe(304)
  expect((await ask({ 'if-match': '"8"' })).status).toBe(412)
})

test.each<[string, RequestHandler, EtagsOptions?]>([
  ['another status', () => text('made', { status: 201 })],
  ['Cache-Control: no-store', () => text('page', { headers: { 'cache-control': 'private, no-store' } })],
  ['a body beyond the limit', () => text('12345678901'), { limit: 10 }],
  ['bytes beyond the limit', () => new Response('12345678901'), { limit: 10 }],
  ['no body', () => new Response(null)],
])('a response with %s gets no tag', async (_what, handler, options) => {
  const response = await site(handler, options)()
  const plain = await new Application().pipe(handler).request('/')
  expect([response.headers.get('etag'), await response.text()]).toEqual([null, await plain.text()])
})

test('a stream is not waited for, and lacks nothing', async () => {
  let go: () => void = () => undefined
  const going = new Promise<void>((resolve) => {
    go = resolve
  })
  const ask = site(() =>
    stream(
      (async function* () {
        yield 'a'
        await going
        yield 'b'
      })(),
    ),
  )
  const response = await ask()
  expect(response.headers.get('etag')).toBe(null)
  go()
  expect(await response.text()).toBe('ab')
})

test('a write passes, and an unknown option is refused', async () => {
  const response = await site(() => text('done'))({ 'if-none-match': '*' }, 'POST')
  expect([response.status, response.headers.get('etag')]).toEqual([200, null])
  expect(() => etags({ limits: 5 } as EtagsOptions)).toThrow('Did you mean "limit"?')
})

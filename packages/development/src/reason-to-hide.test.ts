import { createServer, request as send } from 'node:http'
import { Application, ErrorHandler, json, text } from '@app/core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { developmentErrorResponder, reasonToHide } from './index.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const OTHERS = /^the header (?:X-Forwarded-For|X-Real-IP|Forwarded) names another machine$/
const UNKNOWN = /^the header Via names a proxy, which does not say for whom$/

test.each<[Record<string, string>, RegExp | undefined]>([
  [{}, undefined],
  [{ 'x-forwarded-for': '127.0.0.1' }, undefined],
  [{ 'x-forwarded-for': '127.0.0.1:51234, ::1, [::1]:51234, ::ffff:127.0.0.1' }, undefined],
  [{ 'x-forwarded-for': '203.0.113.7' }, OTHERS],
  [{ 'x-forwarded-for': '203.0.113.7:51234' }, OTHERS],
  [{ 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, OTHERS],
  [{ 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }, OTHERS],
  [{ 'x-forwarded-for': '127.0.0.1.evil.example' }, OTHERS],
  [{ 'x-forwarded-for': 'unknown' }, OTHERS],
  [{ 'x-forwarded-for': '' }, OTHERS],
  [{ 'x-real-ip': '127.0.0.1' }, undefined],
  [{ 'x-real-ip': '2001:db8::7' }, OTHERS],
  [{ forwarded: 'for=127.0.0.1;proto=http' }, undefined],
  [{ forwarded: 'proto=http; For="[::1]:51234", for="127.0.0.1:51234"' }, undefined],
  [{ forwarded: 'for=127.0.0.1, for=203.0.113.7' }, OTHERS],
  [{ forwarded: 'for="[2001:db8::7]"' }, OTHERS],
  [{ forwarded: 'for=_hidden' }, OTHERS],
  [{ forwarded: 'by=127.0.0.1;host=localhost' }, OTHERS],
  [{ via: '1.1 tunnel' }, UNKNOWN],
  [{ via: '1.1 tunnel', 'x-forwarded-for': '127.0.0.1' }, undefined],
  [{ via: '1.1 tunnel', 'x-forwarded-for': '203.0.113.7' }, OTHERS],
  [{ forwarded: 'for=127.0.0.1', 'x-forwarded-for': '203.0.113.7' }, OTHERS],
])('a page of development that a proxy asks for with %o is hidden for this reason: %o', async (headers, reason) => {
  const app = new Application().pipe((request) =>
    json([reasonToHide(request, []) ?? null, reasonToHide(request, ['dev.example']) ?? null]),
  )
  const answer = await app.fetch(new Request('http://127.0.0.1:8080/', { headers }))
  expect(await answer.json()).toEqual([reason === undefined ? null : expect.stringMatching(reason), null])
})

test('the error page is hidden from another machine behind a proxy of this machine that rewrites Host', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.spyOn(process, 'emitWarning').mockReturnValue()
  const respond = developmentErrorResponder(() => text('own page', { status: 500 }))
  const app = new Application().pipe(new ErrorHandler({ respond, listeners: [] })).pipe(() => {
    throw new Error('SELECT failed')
  })
  await using server = await app.run({ port: 0, host: '127.0.0.1' })
  const port = server.address?.port
  const proxy = createServer(({ headers }, response) => {
    const forwarded = { host: `127.0.0.1:${port}`, 'x-forwarded-for': String(headers['x-test-client']) }
    send({ port, host: '127.0.0.1', headers: { ...headers, ...forwarded } }, (answer) => answer.pipe(response)).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port: front } = proxy.address() as { port: number }
  const page = async (client: string) =>
    (await fetch(`http://127.0.0.1:${front}/`, { headers: { accept: 'text/html', 'x-test-client': client } })).text()
  expect(await page('127.0.0.1')).toContain('SELECT failed')
  expect(await page('203.0.113.7')).toBe('own page')
})

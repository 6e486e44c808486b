import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { Application, createServer, host, json, type Server, type ServerOptions, text } from '../index.ts'

const running: Server[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 })))
})

const seen = (request: { readonly clientAddress: string | undefined; readonly url: string }) =>
  json({ client: request.clientAddress ?? null, url: request.url })

/**
 * Returns the client and the URL that a server sees for a request with the given headers and the host `own.example`.
 */
async function ask(
  trustProxy: readonly string[] | undefined,
  headers: Readonly<Record<string, string | string[]>>,
  address = '127.0.0.1',
): Promise<{ client: string | null; url: string }> {
  const options: ServerOptions = trustProxy ? { trustProxy } : {}
  const server = await createServer(seen, options).listen({ port: 0, host: address })
  running.push(server)
  const connected = address === '::' ? '127.0.0.1' : address
  return new Promise((resolve, reject) => {
    const { port } = server.address as { port: number }
    const sent = request(
      { host: connected, port, path: '/a?b', agent: false, headers: { host: 'own.example', ...headers } },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          body += chunk
        })
        answer.on('end', () => resolve(JSON.parse(body)))
      },
    )
    sent.on('error', reject).end()
  })
}

/** Returns the client's address for an `X-Forwarded-For`, where the loopback and 10.0.0.0/8 are trusted. */
async function clientOf(forwardedFor: string | string[]): Promise<string | null> {
  return (await ask(['loopback', '10.0.0.0/8'], { 'x-forwarded-for': forwardedFor })).client
}

const FORWARDED = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
}

test('no proxy is trusted by default', async () => {
  expect(await ask(undefined, FORWARDED)).toEqual({ client: '127.0.0.1', url: 'http://own.example/a?b' })
})

test('forwarding headers are used if they come from a trusted proxy, and ignored from any other address', async () => {
  const believed = { client: '203.0.113.7', url: 'https://shop.example/a?b' }
  const ignored = { client: '127.0.0.1', url: 'http://own.example/a?b' }
  expect(await ask(['loopback'], FORWARDED)).toEqual(believed)
  expect(await ask(['127.0.0.1'], FORWARDED)).toEqual(believed)
  expect(await ask(['127.0.0.0/30'], FORWARDED)).toEqual(believed)
  expect(await ask(['0.0.0.0/0'], FORWARDED)).toEqual({ ...believed, client: '203.0.113.7' })
  expect(await ask(['private'], FORWARDED)).toEqual(ignored)
  expect(await ask(['127.0.0.2', '10.0.0.0/8', '::1'], FORWARDED)).toEqual(ignored)
  expect(await ask([], FORWARDED)).toEqual(ignored)
})

test.each([
  ['an address that the client wrote itself is ignored', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [
    'an address that the client wrote itself is ignored, even if it is the address of a trusted proxy',
    '10.9.9.9, 203.0.113.7',
    '203.0.113.7',
  ],
  ['a chain of trusted proxies is followed', '198.51.100.1, 203.0.113.7, 10.1.2.3, 10.0.0.1', '203.0.113.7'],
  ['if all addresses are trusted, the client is the first one', '10.1.2.3, 10.0.0.1', '10.1.2.3'],
  ['a client that pretends to be the loopback is not a proxy', '127.0.0.1, 203.0.113.7', '203.0.113.7'],
])('the client is the last address in X-Forwarded-For that is not trusted: %s', async (_rule, header, client) => {
  expect(await clientOf(header)).toBe(client)
})

test('X-Forwarded-For in several header lines is read as one list', async () => {
  expect(await clientOf(['198.51.100.1', '203.0.113.7', '10.0.0.1'])).toBe('203.0.113.7')
})

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
  ['203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['\t 203.0.113.7 \t', '203.0.113.7'],
])('the address of the client is given in its canonical spelling if X-Forwarded-For is %s', async (header, client) => {
  expect(await clientOf(header)).toBe(client)
})

test.each([
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.256',
  '0203.0.113.7',
  '203.0.113.7:port',
  '203.0.113.7:1:2',
  '[203.0.113.7',
  '2001:db8:::7',
  '"203.0.113.7"',
  'for=203.0.113.7',
  '203.0.113.7;',
  '203.0.113.7 10.0.0.1',
  '<script>',
])(
  'if X-Forwarded-For has a malformed address, the proxy that added it counts as the client: %s',
  async (malformed) => {
    expect(await clientOf(malformed)).toBe('127.0.0.1')
    expect(await clientOf(`198.51.100.1, ${malformed}, 10.0.0.1`)).toBe('10.0.0.1')
  },
)

test.each(['', ',', ' , ,, ', '203.0.113.7,'])(
  'if X-Forwarded-For has an empty item, the proxy that added it counts as the client: "%s"',
  async (header) => {
    expect(await clientOf(header)).toBe('127.0.0.1')
  },
)

test('the address of the client is found after a thousand trusted proxies', async () => {
  expect(await clientOf(`203.0.113.7, ${Array.from({ length: 1_000 }, () => '10.0.0.1').join(',')}`)).toBe(
    '203.0.113.7',
  )
  expect(await clientOf(`203.0.113.7${','.repeat(10_000)}`)).toBe('127.0.0.1')
})

test.each([
  ['x-forwarded-proto', 'http, https', 'https://own.example/a?b'],
  ['x-forwarded-proto', 'HTTPS', 'https://own.example/a?b'],
  ['x-forwarded-proto', 'https, ftp', 'http://own.example/a?b'],
  ['x-forwarded-proto', 'javascript', 'http://own.example/a?b'],
  ['x-forwarded-proto', '', 'http://own.example/a?b'],
  ['x-forwarded-host', 'evil.example, shop.example', 'http://shop.example/a?b'],
  ['x-forwarded-host', 'shop.example:8443', 'http://shop.example:8443/a?b'],
  ['x-forwarded-host', '[2001:db8::7]:81', 'http://[2001:db8::7]:81/a?b'],
  ['x-forwarded-host', 'shop.example/admin?', 'http://own.example/a?b'],
  ['x-forwarded-host', 'user@shop.example', 'http://own.example/a?b'],
  ['x-forwarded-host', 'shop.example:99999', 'http://own.example/a?b'],
  ['x-forwarded-host', '', 'http://own.example/a?b'],
  ['forwarded', 'for=203.0.113.7;proto=https;host=shop.example', 'http://own.example/a?b'],
  ['x-forwarded-prefix', '/admin', 'http://own.example/a?b'],
  ['x-original-url', '/admin', 'http://own.example/a?b'],
])(
  'the URL has the last value of X-Forwarded-Proto and X-Forwarded-Host if it is valid, and nothing of other headers: %s: %s',
  async (name, value, url) => {
    expect(await ask(['loopback'], { [name]: value })).toEqual({ client: '127.0.0.1', url })
  },
)

test('an application for a host is chosen by the X-Forwarded-Host of a trusted proxy', async () => {
  const app = new Application().pipe(host('shop.example', () => text('shop'))).pipe(() => text('other'))
  const get = async (trustProxy: readonly string[]) => {
    const server = await createServer(app, { trustProxy }).listen({ port: 0, host: '127.0.0.1' })
    running.push(server)
    const headers = { 'x-forwarded-host': 'shop.example' }
    return (await fetch(`http://127.0.0.1:${server.address?.port}/`, { headers })).text()
  }
  expect([await get(['loopback']), await get([])]).toEqual(['shop', 'other'])
})

test.each([
  [true],
  ['loopback'],
  [{ 0: '10.0.0.1' }],
  [null],
  [['']],
  [['localhost']],
  [['all']],
  [['10.0.0.0/33']],
  [['10.0.0.0/']],
  [['10.0.0.0/-1']],
  [['10.0.0.0/8/8']],
  [['10.0.0.1:80']],
  [['10.0.0']],
  [['fd00::/129']],
  [['::ffff:10.0.0.0/104']],
  [['[::1]']],
  [[undefined]],
  [[true]],
])('trustProxy refuses an invalid list: %j', (trustProxy) => {
  const make = () => createServer(() => text(''), { trustProxy: trustProxy as never })
  expect(make).toThrow(/^The server option trustProxy must be a list of addresses such as .*, got /)
})

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ family }) => family === 'IPv6'))

test.skipIf(!hasIpv6)(
  'a proxy is trusted by its IPv6 address, and on a socket for IPv4 and IPv6 also by its IPv4 address',
  async () => {
    expect(await ask(undefined, {}, '::1')).toEqual({ client: '::1', url: 'http://own.example/a?b' })
    expect((await ask(['loopback'], FORWARDED, '::1')).client).toBe('203.0.113.7')
    expect((await ask(['0:0::1'], FORWARDED, '::1')).client).toBe('203.0.113.7')
    expect((await ask(['127.0.0.1'], FORWARDED, '::1')).client).toBe('::1')
    expect((await ask(undefined, FORWARDED, '::')).client).toBe('127.0.0.1')
    expect((await ask(['127.0.0.0/8'], FORWARDED, '::')).client).toBe('203.0.113.7')
  },
)

test('a request without a connection, such as one that app.request() makes, has no client address', async () => {
  const app = new Application().pipe(seen)
  expect(await (await app.request('/')).json()).toEqual({ client: null, url: 'http://localhost/' })
})

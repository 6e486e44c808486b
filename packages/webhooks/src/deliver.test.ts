import { createServer, type RequestListener } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { OptionError } from '@app/core/extending'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { type DeliverOptions, DeliveryError, deliver, newSecret } from './index.ts'

const SECRET = newSecret()
const EVENT = { id: 'msg_1', payload: { type: 'paid' } }
const LOOPBACK = { networks: ['127.0.0.0/8', '::1/128'] }

/** Starts a subscriber on loopback, and returns its URL. */
async function subscriber(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/hooks?key=secret`
}

function send(url: string, options: DeliverOptions = LOOPBACK) {
  return deliver({ url, secrets: [SECRET] }, EVENT, options)
}

async function failure(work: Promise<unknown>): Promise<DeliveryError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DeliveryError)
  return error as DeliveryError
}

test('the library standardwebhooks verifies what is delivered', async () => {
  const got: unknown[] = []
  const url = await subscriber(async (request, response) => {
    const headers = request.headers as Record<string, string>
    got.push(new StandardWebhook(SECRET).verify(await readText(request), headers), request.method, request.url)
    got.push(headers['content-type'], headers['x-own'])
    response.writeHead(202).end('thanks')
  })
  const delivered = await deliver({ url, secrets: [newSecret(), SECRET], headers: { 'X-Own': 'yes' } }, EVENT, LOOPBACK)
  expect(delivered).toEqual({ status: 202, body: 'thanks' })
  expect(got).toEqual([{ type: 'paid' }, 'POST', '/hooks?key=secret', 'application/json', 'yes'])
})

test('a status other than 2xx is an error with the response, and with the time of the next try', async () => {
  const url = await subscriber((_request, response) => response.writeHead(503, { 'retry-after': '30' }).end('later'))
  const error = await failure(send(url))
  expect(error).toMatchObject({ status: 503, body: 'later', retryAfter: 30, isFinal: false })
  // The path of the URL may be a secret.
  expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answered 503\.$/)
  const gone = await subscriber((_request, response) => response.writeHead(410).end())
  expect(await failure(send(gone))).toMatchObject({ status: 410, isFinal: true })
})

test('a redirect is not followed', async () => {
  let asked = 0
  const target = await subscriber((_request, response) => response.end(String(++asked)))
  const url = await subscriber((_request, response) => response.writeHead(307, { location: target }).end())
  expect([(await failure(send(url))).status, asked]).toEqual([307, 0])
})

test('a subscriber that does not answer in time, and one that cannot be reached, are errors', async () => {
  const silent = await subscriber(() => undefined)
  const error = await failure(send(silent, { ...LOOPBACK, timeout: 0.1 }))
  expect(error.message).toMatch(/did not answer within 0\.1 s\.$/)
  const slow = await subscriber((_request, response) => response.writeHead(200).write('begins'))
  expect((await failure(send(slow, { ...LOOPBACK, timeout: 0.1 }))).message).toContain('did not answer')
  const refused = await failure(send('http://127.0.0.1:1/'))
  expect([refused.isFinal, refused.message]).toEqual([false, expect.stringContaining('cannot be reached')])
})

test('a caller can abort a try', async () => {
  const silent = await subscriber(() => undefined)
  const signal = AbortSignal.timeout(50)
  expect((await failure(send(silent, { ...LOOPBACK, signal }))).isFinal).toBe(false)
})

test('only the beginning of a response is read', async () => {
  let isClosed = false
  const url = await subscriber((_request, response) => {
    response.on('close', () => {
      isClosed = true
    })
    const write = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', write)
    }
    response.writeHead(200)
    write()
  })
  expect((await send(url, { ...LOOPBACK, responseLimit: 15_000 })).body).toBe('x'.repeat(15_000))
  await expect.poll(() => isClosed).toBe(true)
})

test.each([
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://localhost/',
  'https://10.0.0.7/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://192.0.2.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
])('%s is refused as an address of our own network', async (url) => {
  const error = await failure(send(url, {}))
  expect([error.isFinal, error.message]).toEqual([true, expect.stringContaining('not one of the public internet')])
})

test.each(['http://localhost/', 'http://8.8.8.8/', 'ftp://8.8.8.8/', 'file:///etc/passwd', 'nonsense'])(
  '%s is refused, since it is not an https: URL',
  async (url) => {
    const error = await failure(send(url, {}))
    expect([error.isFinal, error.message]).toEqual([true, expect.stringContaining('is not an https: URL')])
  },
)

test('a host is refused by the address that it has, and reached by the address that was checked', async () => {
  const url = (await subscriber((_request, response) => response.end('inside'))).replace('127.0.0.1', 'localhost')
  expect(await failure(send(url, {}))).toMatchObject({ isFinal: true })
  expect((await send(url)).body).toBe('inside')
  expect((await failure(send(url, { networks: ['10.0.0.0/8'] }))).isFinal).toBe(true)
})

test('a URL with a password is refused, and so is a network that is none', async () => {
  expect((await failure(send('https://a:b@example.com/', {}))).isFinal).toBe(true)
  await expect(send('https://example.com/', { networks: ['10.0.0.1'] })).rejects.toThrow('must be networks such as')
})

test('where the caller passes a fetch, it sends, without redirects', async () => {
  let got: RequestInit | undefined
  const fetch = async (_url: string, init: RequestInit) => {
    got = init
    return new Response('by fetch', { status: 201 })
  }
  expect(await send('https://inside.example/', { fetch })).toEqual({ status: 201, body: 'by fetch' })
  expect([got?.redirect, got?.method, got?.body]).toEqual(['manual', 'POST', '{"type":"paid"}'])
})

test('a payload that is not JSON data is an error that names it', async () => {
  const subscriber = { url: 'https://example.com', secrets: [newSecret()] }
  for (const payload of [undefined, () => 1]) {
    const error = await deliver(subscriber, { id: 'a', payload }).catch((thrown: unknown) => thrown)
    expect(OptionError.is(error) && error.message).toContain('deliver(): "payload" must be JSON data')
  }
})

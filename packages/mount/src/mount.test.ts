import { Application, BODY_LIMIT, createServer, text } from '@app/core'
import { cors } from '@app/cors'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type FetchHandler, type MountOptions, mount } from './index.ts'

const echo = async (request: Request) =>
  new Response(
    `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search} ${await request.text()}`,
  )

test('a mounted handler gets the whole URL, or with strip a URL without the prefix', async () => {
  const app = new Application().pipe('/api', mount(echo)).pipe('/own', mount(echo, { strip: true }))
  const ask = async (path: string, init?: RequestInit) => (await app.request(path, init)).text()
  expect(await ask('/api/users/7?a=1')).toBe('GET /api/users/7?a=1 ')
  expect(await ask('/own/users/7?a=1')).toBe('GET /users/7?a=1 ')
  expect(await ask('/own')).toBe('GET / ')
  expect(await ask('/own/a%20b')).toBe('GET /a%20b ')
  expect(await ask('/own//evil.example/x')).toMatch(/^GET \/+evil\.example\/x $/)
  expect(await ask('/own/', { method: 'POST', body: 'grün' })).toBe('POST / grün')
})

test('with the option strip, mount() also removes the prefixes of surrounding applications', async () => {
  const inner = new Application().pipe('/b', mount(echo, { strip: true }))
  expect(await (await new Application().pipe('/a', inner).request('/a/b/c')).text()).toBe('GET /c ')
})

test('mount() calls the fetch of an object as its method, also if the object is itself a function', async () => {
  class Other {
    readonly name = 'other'
    fetch(_request: Request): Response {
      return new Response(this.name)
    }
  }
  expect(await (await new Application().pipe(mount(new Other())).request('/')).text()).toBe('other')
  const callable = Object.assign(() => new Response('called'), { fetch: () => new Response('fetched') })
  expect(await (await new Application().pipe(mount(callable)).request('/')).text()).toBe('fetched')
})

test('a mounted handler gets the further arguments of the platform after the request', async () => {
  const seen: unknown[] = []
  const handler: FetchHandler = (_request: Request, ...platform: unknown[]) => {
    seen.push(...platform)
    return text('x')
  }
  await new Application().pipe(mount(handler)).fetch(new Request('http://localhost/'), { KEY: 1 }, 'context')
  expect(seen).toEqual([{ KEY: 1 }, 'context'])
})

test.each([false, true])(
  'over a socket, a mounted handler gets the body up to the limit of its route, and its signal is aborted if the client leaves, with strip: %s',
  async (strip) => {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.post('/echo', mount(echo, { strip })).set(BODY_LIMIT, 10)
    let isHeld = false
    let isAborted = false
    const hang = (request: Request) =>
      new Promise<Response>((_, reject) => {
        isHeld = true
        request.signal.addEventListener('abort', () => {
          isAborted = true
          reject(request.signal.reason)
        })
      })
    app.get('/hang', mount(hang, { strip }))
    const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      await server.close()
    })
    const url = `http://127.0.0.1:${server.address?.port}`
    const post = (body: string) => fetch(`${url}/echo`, { method: 'POST', body })
    expect(await (await post('x')).text()).toBe('POST /echo x')
    expect((await post('x'.repeat(11))).status).toBe(413)
    const leave = new AbortController()
    const asked = fetch(`${url}/hang`, { signal: leave.signal }).catch(() => undefined)
    await expect.poll(() => isHeld).toBe(true)
    leave.abort()
    await asked
    await expect.poll(() => isAborted).toBe(true)
  },
)

/** CORS headers with which scripts of any origin may read responses that contain data of the logged-in visitor. */
const REFLECTED = {
  'access-control-allow-origin': 'https://evil.example',
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-expose-headers': 'etag',
  'access-control-max-age': '86400',
  'access-control-allow-private-network': 'true',
  'content-type': 'text/plain',
  'set-cookie': 'a=1',
  vary: 'Origin',
}
const others = ['content-type', 'set-cookie', 'vary']

describe('CORS headers of a mounted handler', () => {
  const reflecting = () => new Response('secret', { status: 201, headers: REFLECTED })
  const fetched = async () => {
    const server = createServer(new Application().pipe(reflecting))
    const { address } = await server.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      await server.close()
    })
    return fetch(`http://127.0.0.1:${address?.port}`)
  }
  test.each<[string, FetchHandler]>([
    ['of an answer', reflecting],
    ['of a promised response', async () => reflecting()],
    ['of a response of fetch(), which cannot be changed,', fetched],
  ])('the CORS headers %s are removed unless the option cors is set', async (_name, handler) => {
    const ask = async (options?: MountOptions) => new Application().pipe(mount(handler, options)).request('/')
    const stripped = await ask()
    expect([stripped.status, await stripped.text()]).toEqual([201, 'secret'])
    const isCors = (name: string) => name.startsWith('access-control-')
    expect([...stripped.headers.keys()].filter(isCors)).toEqual([])
    for (const name of others) expect(stripped.headers.get(name)).toBe(REFLECTED[name as keyof typeof REFLECTED])
    const kept = await ask({ cors: true })
    expect([...kept.headers.keys()].filter(isCors)).toEqual(Object.keys(REFLECTED).filter(isCors).sort())
  })

  test('cors() before a mounted handler sets its own CORS headers in place of those of the handler, and answers preflights for its route', async () => {
    const app = new Application({ router: new FindMyWayRouter() })
    app.pipe(cors({ origins: ['https://friend.example'] }))
    app.post('/graphql', mount(reflecting))
    const ask = async (origin: string, method: string, headers = {}) => {
      const answer = await app.request('/graphql', { method, headers: { origin, ...headers } })
      return answer.headers.get('access-control-allow-origin')
    }
    const preflight = { 'access-control-request-method': 'POST' }
    expect([
      await ask('https://friend.example', 'POST'),
      await ask('https://friend.example', 'OPTIONS', preflight),
      await ask('https://evil.example', 'POST'),
      await ask('https://evil.example', 'OPTIONS', preflight),
    ]).toEqual(['https://friend.example', 'https://friend.example', null, null])
  })
})

test('mount() refuses a value that is not a handler, with an error that names the type of the value, and refuses unknown options', () => {
  const message = (target: unknown, options?: MountOptions) => {
    try {
      mount(target as FetchHandler, options)
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const [target, name] of [
    [undefined, 'undefined'],
    [{}, 'an object'],
    [null, 'null'],
    [[], 'a list'],
    ['x', 'string'],
  ])
    expect(message(target)).toContain(`or an object with such a fetch, got ${name}.`)
  expect(message(echo, { stripp: true } as MountOptions)).toContain('Did you mean "strip"?')
})

test('if a mounted handler returns nothing, the error names the place of the handler in the pipeline', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe('/none', mount((() => undefined) as unknown as FetchHandler))
  expect((await app.request('/none')).status).toBe(500)
  expect(String(errors[0])).toContain('pipe 1 at "/none"')
})

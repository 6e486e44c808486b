import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { errorMiddleware } from '../extending.ts'
import { Application, host, text } from '../index.ts'

function application(): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined })
}

async function answer(app: Application, url: string) {
  return (await app.request(url)).text()
}

test('host() runs its middleware for that host alone, and ignores case and port', async () => {
  const app = application()
    .pipe(host('API.example.org', () => text('api')))
    .pipe(() => text('other'))
  const answers = await Promise.all(
    ['http://api.example.org/', 'http://api.example.org:8080/x', 'http://example.org/'].map((url) => answer(app, url)),
  )
  expect(answers).toEqual(['api', 'api', 'other'])
})

test('host() also finds the host in a Request that a platform hands over', async () => {
  const app = application().pipe(host('api.example.org', (request) => text(request.url)))
  const response = await app.fetch(new Request('https://api.example.org/x'))
  expect(await response.text()).toBe('https://api.example.org/x')
})

test('host() takes an application, passes on its unanswered requests, and works under a prefix', async () => {
  const api = application()
  api.get('/users', () => text('users'))
  const app = application()
    .pipe('/v1', host('api.example.org', api))
    .pipe((request) => text(`fallback ${request.path}`))
  expect(await answer(app, 'http://api.example.org/v1/users')).toBe('users')
  expect(await answer(app, 'http://api.example.org/v1/none')).toBe('fallback /v1/none')
  expect(await answer(app, 'http://example.org/v1/users')).toBe('fallback /v1/users')
})

test('an error before it reaches error middleware for the host of the request, and skips error middleware for other hosts', async () => {
  const app = application()
    .pipe(() => {
      throw new Error('boom')
    })
    .pipe(
      host(
        'api.example.org',
        errorMiddleware((_error) => text('api')),
      ),
    )
    .pipe(errorMiddleware((_error) => text('all')))
  expect(await answer(app, 'http://api.example.org/')).toBe('api')
  expect(await answer(app, 'http://example.org/')).toBe('all')
})

test.each(
  ['example.org', 'example.org.', 'EXAMPLE.org', 'example.org.:8080'].flatMap((asked) =>
    ['example.org', 'example.org.', 'Example.Org'].map((name) => ({ name, asked })),
  ),
)('host() for $name matches the host $asked', async ({ name, asked }) => {
  const app = application()
    .pipe(host(name, () => text('this')))
    .pipe(() => text('other'))
  expect(await answer(app, `http://${asked}/`)).toBe('this')
  expect(await answer(app, `http://${asked.replace('example', 'sample').replace('EXAMPLE', 'sample')}/`)).toBe('other')
})

test.each([
  ['', '""'],
  ['api.example.org:80', '"api.example.org:80"'],
  ['http://api.example.org', '"http://api.example.org"'],
  ['a/b', '"a/b"'],
  ['a^b', '"a^b"'],
  [42, '42'],
  [undefined, 'undefined'],
])('host() refuses %j as a name', (name, shown) => {
  expect(() => host(name as string, () => text('x'))).toThrow(
    expect.objectContaining({
      code: 'APP_HOST',
      message: `Invalid host ${shown}. Write a name like "api.example.org", without a port.`,
    }),
  )
})

test('host() refuses a value that is not middleware when it is piped, and app.check() checks a service in it', async () => {
  expect(() => application().pipe(host('a.example', 42 as never))).toThrow(
    'pipe 1 for a.example: a number is not middleware',
  )
  await expect(application().pipe(host('a.example', 'acme/none')).check()).rejects.toThrow('acme/none')
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import {
  Application,
  ApplicationFactory,
  type Container,
  host,
  type RequestHandler,
  type ServerRequest,
  text,
  toNodeHandler,
  urlFor,
} from '../index.ts'

function application(container?: Container): Application {
  return new Application({ router: new FindMyWayRouter(), ...(container && { container }) })
}

/** Answers with a link to the route that the query names. */
const link: RequestHandler = (request) => {
  const { to, ...params } = Object.fromEntries(request.query)
  return text(urlFor(request, to as string, params))
}

async function linkFrom(app: Application, url: string): Promise<string> {
  const response = await app.request(url)
  return response.text()
}

test('a handler that has no reference to the application links to a route by its name', async () => {
  const app = application()
  app.get('/', (request) => text(urlFor(request, 'team', { slug: 'a b' }, { query: { page: 2 }, fragment: 'end' })))
  app.get('/teams/{slug}', link, 'team')
  expect(await linkFrom(app, '/')).toBe('/teams/a%20b?page=2#end')
})

test('a link leads into a nested application, out of it, and to a sibling application', async () => {
  const [site, admin, shop] = [application(), application(), application()]
  admin.get('', link, 'admin')
  admin.get('/accounts/{id}', link, 'account')
  shop.get('/items/{id}', link, 'item')
  admin.pipe('/shop', shop)
  site.pipe('/admin', admin).pipe(host('localhost', [shop]))
  site.get('/', link, 'home')
  expect(await linkFrom(site, '/?to=account&id=7')).toBe('/admin/accounts/7')
  expect(await linkFrom(site, '/admin?to=home')).toBe('/')
  expect(await linkFrom(site, '/admin/accounts/7?to=admin')).toBe('/admin')
  expect(await linkFrom(site, '/admin/shop/items/1?to=account&id=8')).toBe('/admin/accounts/8')
  expect(await linkFrom(site, '/admin/shop/items/1?to=item&id=8')).toBe('/admin/shop/items/8')
  expect(await linkFrom(site, '/items/1?to=item&id=8')).toBe('/items/8')
})

test('a link in an application that is piped under two prefixes stays under the prefix of the request', async () => {
  const [site, shop] = [application(), application()]
  shop.get('/items/{id}', link, 'item')
  site.pipe('/de', shop).pipe('/fr', shop)
  site.get('/', link)
  expect(await linkFrom(site, '/fr/items/1?to=item&id=2')).toBe('/fr/items/2')
  expect(await linkFrom(site, '/?to=item&id=2')).toBe('/de/items/2')
})

test('with applications for different hosts, a link leads to the route of the application that answers the request', async () => {
  const [site, one, other] = [application(), application(), application()]
  one.get('/one', link, 'home')
  other.get('/other', link, 'home')
  site.pipe(host('one.example', one)).pipe(host('other.example', other))
  expect(await linkFrom(site, 'http://one.example/one?to=home')).toBe('/one')
  expect(await linkFrom(site, 'http://other.example/other?to=home')).toBe('/other')
})

test('a link leads to a route of an application that is a service, even before its first request', async () => {
  const services = new Map<string, unknown>([
    ['admin/config', { routes: { account: { path: '/accounts/{id}', middleware: link } } }],
    ['@app/router/RouterInterface', new FindMyWayRouter()],
  ])
  services.set('admin', ApplicationFactory.for({ config: 'admin/config' }).create(services as Container))
  const site = application(services as Container)
  site.pipe('/admin', 'admin')
  site.get('/', link)
  expect(await linkFrom(site, '/?to=account&id=7')).toBe('/admin/accounts/7')
})

test('a link leads to a route of an application that is made asynchronously, once it is made', async () => {
  const [german, french] = [application(), application()]
  for (const one of [german, french]) one.get('/items/{id}', link, 'item')
  const services = new Map([german, french].map((one, index) => [String(index), Promise.resolve(one)]))
  const site = application(services as unknown as Container)
  site.pipe('/de', '0').pipe('/fr', '1')
  site.get('/', link)
  expect(await linkFrom(site, '/de/items/1?to=item&id=2')).toBe('/de/items/2')
  expect(await linkFrom(site, '/?to=item&id=2')).toBe('/de/items/2')
  expect(await linkFrom(site, '/fr/items/1?to=item&id=2')).toBe('/fr/items/2')
})

test('a link constructs no class of the pipeline, and leaves out services that cannot be made', async () => {
  class Shop {
    constructor() {
      throw new Error('constructed')
    }
    process = link
  }
  const services: Record<string, () => unknown> = {
    broken: () => {
      throw new Error('broken')
    },
    later: async () => {
      throw new Error('broken later')
    },
  }
  const container: Container = { has: (name) => String(name) in services, get: (name) => services[String(name)]?.() }
  const site = application(container).pipe('/shop', Shop).pipe('/broken', 'broken').pipe('/later', 'later')
  site.get('/', link)
  site.get('/items/{id}', link, 'item')
  expect(await linkFrom(site, '/?to=item&id=2')).toBe('/items/2')
})

test('a link leads to the route of the nested application that the request has entered, if the outer one has a route of the same name', async () => {
  const [site, nested] = [application(), application()]
  site.get('/here', link, 'here')
  nested.get('/one', link, 'here')
  nested.get('/other', link, 'other')
  site.pipe('/nested', nested)
  expect(await linkFrom(site, '/here?to=here')).toBe('/here')
  expect(await linkFrom(site, '/nested/one?to=here')).toBe('/nested/one')
  expect(await linkFrom(site, '/here?to=other')).toBe('/nested/other')
})

test('a link contains the prefix that Express has removed from the path', async () => {
  const [site, admin] = [application(), application()]
  admin.get('/accounts', link, 'accounts')
  site.pipe('/admin', admin)
  site.get('/home', link, 'home')
  const handle = toNodeHandler(site)
  const server = createServer((incoming, outgoing) => {
    const own = { originalUrl: incoming.url, baseUrl: '/outer', url: incoming.url?.replace('/outer', '') }
    void handle(Object.assign(incoming, own), outgoing, () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  expect(await get('/outer/home?to=accounts')).toBe('/outer/admin/accounts')
  expect(await get('/outer/admin/accounts?to=home')).toBe('/outer/home')
})

test('middleware before routing can make links by urlFor(), as handlers can', async () => {
  const app = application()
  app.pipe((request: ServerRequest) => link(request))
  app.get('/users', link, 'users')
  expect(await linkFrom(app, '/?to=users')).toBe('/users')
})

test('urlFor() refuses an unknown name with an error that suggests a similar name, also the name of a route in a nested application', async () => {
  const [site, admin] = [application(), application()]
  admin.get('/accounts', link, 'accounts')
  site.pipe('/admin', admin)
  const errors: unknown[] = []
  site.get('/', (request) => {
    for (const make of [() => urlFor(request, 'acounts'), () => urlFor(request, 'order')]) {
      try {
        make()
      } catch (error) {
        errors.push(error)
      }
    }
    return text('')
  })
  site.get('/orders/{id}', link, 'order')
  await site.request('/')
  expect(errors[0]).toMatchObject({ code: 'APP_ROUTE_UNKNOWN' })
  expect(String(errors[0])).toContain('Did you mean "accounts"?')
  expect(errors[1]).toMatchObject({ code: 'APP_URL_PARAMS' })
})

test('the stack of an error of urlFor() begins at the line that calls urlFor()', async () => {
  const app = application()
  let stack = ''
  app.get('/', function homePage(request) {
    try {
      return text(urlFor(request, 'item'))
    } catch (error) {
      stack = (error as Error).stack ?? ''
      return text('')
    }
  })
  app.get('/items/{id}', link, 'item')
  await app.request('/')
  expect(stack.split('\n').find((line) => line.includes(' at '))).toContain('homePage')
})

test('urlFor() accepts no option basePath', () => {
  expectTypeOf(urlFor<string>)
    .parameter(3)
    .not.toMatchTypeOf<{ basePath?: string } | undefined>()
})

describe('urlFor() without a name', () => {
  test('urlFor() without a name returns the URL of the matched route, with the prefix of its application, and with the params of the request unless others are given', async () => {
    const inner = new Application({ router: new FindMyWayRouter() })
    inner.get('/users/{id}/{tab}', (request) =>
      text([urlFor(request), urlFor(request, null, { tab: 'b c', id: undefined }, { query: { page: 2 } })].join(' ')),
    )
    const outer = new Application({ router: new FindMyWayRouter() })
    outer.pipe('/admin', inner)
    expect(await (await outer.request('/admin/users/7/a%20b')).text()).toBe(
      '/admin/users/7/a%20b /admin/users/7/b%20c?page=2',
    )
  })

  test('urlFor() without a name throws an error if the request has matched no route', async () => {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    let thrown: unknown
    app.pipe((request) => {
      try {
        return text(urlFor(request))
      } catch (error) {
        thrown = error
        return text('')
      }
    })
    await app.request('/')
    expect(String(thrown)).toContain('The request has matched no route')
  })
})

import type { MetadataKey } from '../metadata-key.ts'
import type { RouterInterface } from '../router-interface.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { ConformanceError } from './conformance-error.ts'
import { type RouteRow, RouteTable, toRoute } from './route-table.ts'

/**
 * Rules for `compile`: it is pure, gets all routes at once, and reads the options that the routes have when it is
 * called.
 */
export function compileCases(router: RouterInterface): readonly ConformanceCase[] {
  const rows: readonly RouteRow[] = ['GET /a', 'GET /u/{id}', 'POST /u/{id}', 'GET /f/{rest...}', 'GET /b[/{page}]']
  const expectAll = (table: RouteTable): void => {
    table.expect('GET /a', 'GET /a')
    table.expect('GET /u/7', ['GET /u/{id}', { id: '7' }])
    table.expect('PUT /u/7', { allow: ['GET', 'POST'] })
    table.expect('GET /f/a/b', ['GET /f/{rest...}', { rest: 'a/b' }])
    table.expect('GET /b', 'GET /b[/{page}]')
    table.expect('GET /nope', 404)
  }
  return [
    {
      name: 'compiling the same routes twice gives two matchers that agree',
      check: () => {
        const first = new RouteTable(router, rows)
        expectAll(new RouteTable(router, rows, first.routes))
        expectAll(first)
      },
    },
    {
      name: 'a matcher that is compiled from a part of the routes does not match the other routes',
      check: () => {
        const all = new RouteTable(router, rows)
        const part = new RouteTable(router, rows.slice(2, 3), all.routes.slice(2, 3))
        part.expect('POST /u/7', ['POST /u/{id}', { id: '7' }])
        part.expect('GET /u/7', { allow: ['POST'] })
        part.expect('GET /a', 404)
        part.expect('GET /f/a', 404)
        expectAll(all)
      },
    },
    {
      name: 'compiling more routes does not change a matcher that was compiled before',
      check: () => {
        const routes = rows.map(toRoute)
        const few = new RouteTable(router, rows.slice(0, 1), routes.slice(0, 1))
        const all = new RouteTable(router, rows, routes)
        few.expect('GET /a', 'GET /a')
        few.expect('GET /u/7', 404)
        expectAll(all)
      },
    },
    {
      name: 'allowed methods stand in the order in which the routes were compiled',
      check: () => {
        const table = new RouteTable(router, ['PUT /a/{x}', 'GET /a/{x}'])
        table.expect('POST /a/1', { allow: ['PUT', 'GET'] })
        const turned = new RouteTable(router, ['GET /a/{x}', 'PUT /a/{x}'], table.routes.toReversed())
        turned.expect('POST /a/1', { allow: ['GET', 'PUT'] })
      },
    },
    {
      name: 'a matcher does not read the list of routes after it was compiled',
      check: () => {
        const list = rows.map(toRoute)
        const matcher = router.compile(list)
        const [first] = list
        list.length = 0
        const table = new RouteTable({ traits: router.traits, compile: () => matcher }, ['GET /a'], [first!])
        table.expect('GET /a', 'GET /a')
        table.expect('PUT /u/7', { allow: ['GET', 'POST'] })
      },
    },
    {
      name: '2.1: options that are set after a route was made apply when the route is compiled',
      check: () => {
        const route = toRoute('GET /b[/{page}]')
        route.setOptions({ defaults: { page: '1' } })
        new RouteTable(router, ['GET /b[/{page}]'], [route]).expect('GET /b', ['GET /b[/{page}]', { page: '1' }])
      },
    },
    {
      name: '2.1: options that are set after a route was compiled apply when the route is compiled again',
      check: () => {
        const row = 'GET /b[/{page}]'
        const before = new RouteTable(router, [row])
        before.expect('GET /b', row)
        before.routes[0]?.setOptions({ defaults: { page: '1' } })
        const after = new RouteTable(router, [row], before.routes)
        after.expect('GET /b', [row, { page: '1' }])
        after.routes[0]?.setOptions({})
        new RouteTable(router, [row], before.routes).expect('GET /b', row)
      },
    },
    {
      name: 'metadata of routes changes no match, and can be read from the route of a result',
      check: () => {
        const key: MetadataKey<string> = { name: '@app/router/conformance' }
        const table = new RouteTable(router, rows)
        for (const route of table.routes) route.set(key, route.path)
        expectAll(table)
        expectAll(new RouteTable(router, rows, table.routes))
        for (const [request, path] of [
          ['GET /a', '/a'],
          ['GET /u/7', '/u/{id}'],
        ] as const) {
          const got = table.result(request).route?.metadata(key)
          if (got !== path) throw ConformanceError.of(table.routes, request, `the metadata ${path}`, `${got}`)
        }
      },
    },
    {
      name: 'the same request gets the same result twice',
      check: () => {
        const table = new RouteTable(router, rows)
        expectAll(table)
        expectAll(table)
      },
    },
    {
      name: 'each of hundreds of routes is matched',
      check: () => {
        const numbers = Array.from({ length: 300 }, (_, index) => index)
        const many = [
          ...numbers.map((n) => `GET /static/${n}`),
          ...numbers.map((n) => `GET /d${n}/{id}`),
          ...numbers.map((n) => `GET /e/{id}/x${n}[/{more}]`),
        ]
        const table = new RouteTable(router, many)
        for (const n of [0, 1, 9, 10, 99, 100, 149, 199, 299]) {
          table.expect(`GET /static/${n}`, `GET /static/${n}`)
          table.expect(`GET /d${n}/7`, [`GET /d${n}/{id}`, { id: '7' }])
          table.expect(`POST /e/7/x${n}/8`, { allow: ['GET'] })
          table.expect(`GET /e/7/x${n}/8`, [`GET /e/{id}/x${n}[/{more}]`, { id: '7', more: '8' }])
        }
        table.expect('GET /static/300', 404)
        table.expect('GET /d300/7', 404)
      },
    },
  ]
}

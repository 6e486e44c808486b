import type { RouterInterface } from '../router-interface.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { ConformanceError } from './conformance-error.ts'
import { type RouteRow, RouteTable } from './route-table.ts'

/** Rules for results: a change to one result appears in no other, and params inherit no names such as `constructor`. */
export function resultCases(router: RouterInterface): readonly ConformanceCase[] {
  return [
    {
      name: 'params inherit nothing',
      check: () => {
        const rows: readonly RouteRow[] = [
          'GET /static',
          'GET /u/{id}',
          'GET /f-{id}.html',
          'GET /b[/{page}]',
          'GET /r/{rest...}',
          ['GET /d[/{page}]', { defaults: { page: '1' } }],
        ]
        const table = new RouteTable(router, rows)
        const paths = ['/static', '/u/7', '/u/%C3%A9', '/f-7.html', '/b', '/b/2', '/r/', '/r/a/b', '/d', '/d/2']
        for (const path of paths) expectNothingInherited(table, `GET ${path}`)
      },
    },
    {
      name: 'the params of a request do not change when the next request is matched',
      check: () => {
        const table = new RouteTable(router, ['GET /u/{id}', 'GET /f/{rest...}'])
        const first = paramsOf(table, 'GET /u/1')
        const rest = paramsOf(table, 'GET /f/1')
        table.expect('GET /u/2', ['GET /u/{id}', { id: '2' }])
        table.expect('GET /f/2', ['GET /f/{rest...}', { rest: '2' }])
        expectSame(table, 'GET /u/1', '1', first.id)
        expectSame(table, 'GET /f/1', '1', rest.rest)
      },
    },
    {
      name: 'changes to a result do not appear in the next result',
      check: () => {
        const table = new RouteTable(router, ['GET /a', 'GET /u/{id}', 'GET /b[/{page}]'])
        for (const path of ['/a', '/u/7', '/b']) {
          Reflect.set(paramsOf(table, `GET ${path}`), 'id', 'written')
          Reflect.set(allowedOf(table, `PUT ${path}`), 0, 'WRITTEN')
        }
        Reflect.set(allowedOf(table, 'GET /nope'), 0, 'WRITTEN')
        table.expect('GET /a', 'GET /a')
        table.expect('GET /b', 'GET /b[/{page}]')
        table.expect('GET /u/7', ['GET /u/{id}', { id: '7' }])
        table.expect('PUT /a', { allow: ['GET'] })
        table.expect('PUT /u/7', { allow: ['GET'] })
        table.expect('GET /nope', 404)
      },
    },
  ]
}

function expectNothingInherited(table: RouteTable, request: string): void {
  let prototype: object | null = Object.getPrototypeOf(paramsOf(table, request))
  for (; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    const names = Reflect.ownKeys(prototype).map(String)
    if (names.length === 0) continue
    throw ConformanceError.of(table.routes, request, 'params that inherit nothing', `params that inherit ${names}`)
  }
}

function expectSame(table: RouteTable, request: string, expected: string, got: unknown): void {
  if (got === expected) return
  throw ConformanceError.of(
    table.routes,
    `${request}, read again later`,
    `"${expected}"`,
    JSON.stringify(got) ?? 'nothing',
  )
}

function paramsOf(table: RouteTable, request: string): Readonly<Record<string, unknown>> {
  const result = table.result(request)
  if (result.matched) return result.params
  throw ConformanceError.of(table.routes, request, 'a match', 'none')
}

function allowedOf(table: RouteTable, request: string): object {
  const result = table.result(request)
  if (!result.matched) return result.allowedMethods
  throw ConformanceError.of(table.routes, request, 'no match', `route ${result.route}`)
}

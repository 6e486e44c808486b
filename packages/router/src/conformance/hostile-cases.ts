import type { RouterInterface } from '../router-interface.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { RouteTable } from './route-table.ts'
import type { RoutingCase } from './routing-case.ts'

export const hostileCases: readonly RoutingCase[] = [
  {
    name: 'a path with malformed percent-encoding is not found',
    routes: ['GET /a', 'GET /p/{value}', 'GET /f-{value}.html', 'GET /r/{rest...}'],
    expect: {
      'GET /%': 404,
      'GET /p/%': 404,
      'GET /p/%6': 404,
      'GET /p/%zz': 404,
      'GET /p/a%2': 404,
      'GET /f-%zz.html': 404,
      'GET /r/a/%zz': 404,
    },
  },
  {
    name: 'a path with malformed UTF-8 is not found',
    routes: ['GET /p/{value}', 'GET /r/{rest...}'],
    expect: {
      'GET /p/%FF': 404,
      'GET /p/%C3': 404,
      'GET /p/%E2%82': 404,
      'GET /p/%ED%A0%80': 404,
      'GET /r/a/%C0%80': 404,
    },
  },
  {
    name: 'a path that does not begin with a slash is not found',
    routes: ['GET /', 'GET /a', 'GET /users/{id}', 'GET /{rest...}'],
    expect: {
      'GET ': 404,
      'GET a': 404,
      'GET users/7': 404,
      'GET *': 404,
      'GET ?a': 404,
      'GET http://example.org/users/7': 404,
      'GET http://example.org/a': 404,
    },
  },
  {
    name: 'a path of 10,000 segments is matched by a catch-all, and not found without one',
    routes: ['GET /a/b/c', 'GET /{x}/{y}', 'GET /s/{rest...}', 'GET /{x}/{y}/{z}/end'],
    expect: {
      [`GET ${'/a'.repeat(10_000)}`]: 404,
      [`GET /s${'/a'.repeat(10_000)}`]: ['GET /s/{rest...}', { rest: 'a/'.repeat(10_000).slice(0, -1) }],
      [`GET ${'/'.repeat(10_000)}`]: 404,
    },
  },
  {
    name: 'a segment of 8 KiB is a value like any other',
    routes: ['GET /p/{value}', 'GET /f-{value}.html', 'GET /r/{rest...}'],
    expect: {
      [`GET /p/${'a'.repeat(8192)}`]: ['GET /p/{value}', { value: 'a'.repeat(8192) }],
      [`GET /p/${'%25'.repeat(2730)}`]: ['GET /p/{value}', { value: '%'.repeat(2730) }],
      [`GET /f-${'-'.repeat(8192)}.html`]: ['GET /f-{value}.html', { value: '-'.repeat(8192) }],
      [`GET /f-${'.html'.repeat(1638)}`]: ['GET /f-{value}.html', { value: '.html'.repeat(1637) }],
      [`GET /r/${'a'.repeat(8192)}`]: ['GET /r/{rest...}', { rest: 'a'.repeat(8192) }],
    },
  },
  {
    name: 'values of thousands of dashes or dots are matched beside literal dashes or dots',
    routes: ['GET /{a}-x', 'GET /-{a}-', 'GET /{b}..'],
    expect: {
      [`GET /${'-'.repeat(8000)}`]: ['GET /-{a}-', { a: '-'.repeat(7998) }],
      [`GET /${'-'.repeat(8000)}x`]: ['GET /{a}-x', { a: '-'.repeat(7999) }],
      [`GET /${'.'.repeat(8000)}`]: ['GET /{b}..', { b: '.'.repeat(7998) }],
    },
  },
]

/**
 * Unusual paths. Most of them are not canonical, so that an application never passes them to a router. A matcher may
 * match these paths or not, but must not throw.
 */
const JUNK = [
  '',
  ' ',
  '*',
  '//',
  '/..',
  '/../../etc/passwd',
  '/./a',
  '/a?b',
  '/a#b',
  '/p/a?b=c#d',
  '/p/a\\b',
  '/\\',
  '/\u0000',
  '/p/\u0001\u0002\n\r\t',
  '/p/\u2028',
  '/p/ü',
  '/p/\ud800',
  '/p/\udc00\ud800',
  '/p/😀',
  '/p/%2F',
  '/p/%2f..%2f',
  '/p/%5C',
  '/p/%00',
  '/%',
  '/%%%',
  '/p/%u0041',
  '/{id}',
  '/p/:value',
  '/p/(.*)',
  '/p/[a-z]+',
  '/p/__proto__/constructor',
  'http://[::1',
  'javascript:/p/a',
  '/'.repeat(5_000),
  '/%25'.repeat(2_000),
]

/**
 * Makes the conformance case for the paths of `JUNK`, which passes if the matcher returns any result for each of them.
 */
export function junkCase(router: RouterInterface): ConformanceCase {
  return {
    name: 'a matcher never throws, whatever the path and the method',
    check: () => {
      const table = new RouteTable(router, ['GET /p/{value}', 'GET /a', 'POST /{x}-y', 'PUT /p/{r...}'])
      for (const path of JUNK) {
        for (const method of ['GET', 'PUT', 'NOPE', '']) table.result(`${method} ${path}`)
      }
    },
  }
}

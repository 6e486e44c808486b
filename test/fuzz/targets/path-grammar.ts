import { ConfigurationError } from '@app/core'
import { canonicalPath, compileRoutes, generateUrl, Route, type RouteResult } from '@app/router'
import { ReferenceRouter } from '@app/router/conformance'
import { createRouter, ROUTERS } from '../../hostile/routers.ts'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

const routers = await Promise.all(ROUTERS.map(createRouter))

/**
 * The text has paths of routes in its lines, and the path of a request in the last line. A route's path that cannot be
 * parsed causes the error `APP_PATH_SYNTAX`, whose message points at a position in the path. Each router answers like a
 * simple reference implementation, which tries every route. The URL of the found route with its params leads to that
 * route again, with the same params.
 */
export const target: Target = {
  seeds: [
    '/users/{id}\n/users/me\n/users/7',
    '/a[/{b}[/{c}]]\n/a/x/y',
    '/f-{id}.html\n/{from}-{to}\n/{rest...}\n/f-1-2.html',
    '/{id:\\d{2,4}}/{rest:.*}\n/{lang:en|de}\n/2024/a/b',
    '/\u00e9/{x}\n/%C3%A9/%20',
    '/{a}2{b}\n/{c:[a-z ]+}9{d}\n/x2y%209z%C3%A9',
    '/{a}/x[/{b...:[a-z/]+}]\n/1/x/a/b',
  ],
  words: [
    ...[
      '/',
      '{',
      '}',
      '[',
      ']',
      '[/',
      ']]',
      '{a}',
      '{b}',
      '{c...}',
      '{d:\\d+}',
      '{e:.*}',
      '{f:[^/]+}',
      '{a}-{b}',
      '{g:a|b}',
    ],
    ...[
      '...',
      ':',
      '-',
      '.',
      '/..',
      '*',
      '?',
      '#',
      '%20',
      '%2F',
      '\n',
      '\n/',
      '/a',
      '/b',
      '/1',
      '{h:.+}',
      '[/{i}]',
      '[/]',
    ],
  ],
  check: (input) => {
    const lines = input.split('\n').slice(-6)
    const path = canonicalPath(lines.pop() ?? '')
    const routes = lines.flatMap((line) => routeOf(line) ?? [])
    if (path === undefined) return
    for (const router of routers) {
      const matcher = orRefused(() => compileRoutes(router, routes))
      if (matcher === undefined) continue
      const reference = new ReferenceRouter(router.traits).compile(routes)
      for (const method of ['GET', 'POST']) {
        const found = matcher(method, path)
        equal(outcome(routes, found), outcome(routes, reference(method, path)))
        if (!found.matched) continue
        const url = generateUrl(found.route, found.params)
        const again = compileRoutes(router, [found.route])(method, canonicalPath(url) as string)
        equal(outcome(routes, again), outcome(routes, found))
      }
    }
  },
}

function routeOf(line: string): Route | undefined {
  try {
    return new Route(line, undefined, line.length % 3 === 0 ? ['GET'] : null)
  } catch (error) {
    if (!ConfigurationError.is(error)) throw error
    if (error.code === 'APP_ROUTE') return undefined
    if (error.code !== 'APP_PATH_SYNTAX') throw error
    const [caret = '', path] = error.message.split('\n').toReversed()
    equal([path, /^ +\^$/.test(caret) && caret.length <= line.length + 3], [`  ${line}`, true])
    return undefined
  }
}

function orRefused<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (ConfigurationError.is(error) && error.code === 'APP_ROUTE') return undefined
    throw error
  }
}

function outcome(routes: readonly Route[], result: RouteResult): unknown {
  if (!result.matched) return [...new Set(result.allowedMethods)].sort()
  return [routes.indexOf(result.route), Object.entries(result.params).sort(([a], [b]) => (a < b ? -1 : 1))]
}

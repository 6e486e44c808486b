import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Application,
  attributeKey,
  type Middleware,
  type MiddlewareLike,
  Pipeline,
  type ServerRequest,
  text,
} from '../index.ts'

const seen = ({ path, basePath }: ServerRequest) => text(`${basePath} ${path}`)

async function answer(app: Application, path: string) {
  const response = await app.request(path)
  return response.status === 404 ? undefined : response.text()
}

/** Decides whether a prefix covers a path, by the rule in the documentation, implemented with lists of segments. */
function covers(prefix: readonly string[], path: readonly string[]): boolean {
  return prefix.every((segment, index) => segment === path[index])
}

const segmentsOf = (path: string) => path.split('/').filter((part) => part !== '')

/** The index of the middleware that the request has passed last. */
const LAST = attributeKey<number>('last', { default: -1 })

const segment = fc.constantFrom('a', 'b', 'A', 'ab', 'a.b', '%C3%BC', '~', 'admin', 'administrator')
const segments = fc.array(segment, { minLength: 1, maxLength: 4 })

describe('a path prefix', () => {
  test('a path prefix covers the paths that begin with its segments, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(segments, segments, fc.boolean(), async (prefix, path, hasSlash) => {
        const app = new Application().pipe(`/${prefix.join('/')}` as '/a', seen)
        const got = await answer(app, `/${path.join('/')}${hasSlash ? '/' : ''}`)
        expect(got !== undefined).toBe(covers(prefix, path))
      }),
    )
  })

  test('a path prefix splits the path into base path and rest, however deep prefixes are nested', async () => {
    await fc.assert(
      fc.asyncProperty(segments, segments, fc.array(segment, { maxLength: 3 }), async (outer, inner, rest) => {
        const nested = new Pipeline().pipe(`/${inner.join('/')}` as '/a', seen)
        const app = new Application().pipe(`/${outer.join('/')}` as '/a', nested)
        const basePath = `/${[...outer, ...inner].join('/')}`
        expect(await answer(app, [basePath, ...rest].join('/'))).toBe(`${basePath} /${rest.join('/')}`)
      }),
    )
  })

  test('each middleware that is piped under a path prefix gets its own base path, whatever stands beside it', async () => {
    const prefix = fc.constantFrom('', '/a', '/a', '/a/b', '/b')
    await fc.assert(
      fc.asyncProperty(
        fc.array(prefix, { maxLength: 8 }),
        fc.constantFrom('/', '/a', '/a/b/c', '/b/c'),
        async (all, path) => {
          const got: string[] = []
          const app = new Application()
          for (const [index, one] of all.entries()) {
            const noting: Middleware = (request, handler) => {
              got.push(`${index} ${request.basePath} ${request.path}`)
              return handler(request.withAttribute(LAST, index))
            }
            if (one === '') app.pipe(noting)
            else app.pipe(one as '/a', noting)
          }
          app.pipe((request) => text(`${request.attribute(LAST)} ${request.basePath} ${request.path}`))
          const reached = [...all.entries()].filter(([, one]) => covers(segmentsOf(one), segmentsOf(path)))
          const last = reached.at(-1)?.[0] ?? -1
          expect(await answer(app, path)).toBe(`${last}  ${path}`)
          expect(got).toEqual(reached.map(([index, one]) => `${index} ${one} ${path.slice(one.length) || '/'}`))
        },
      ),
    )
  })

  test('middleware that is piped several times in a row under one path prefix answers, fails and recovers as if other middleware stood in between', async () => {
    const { errorMiddleware } = await import('../extending.ts')
    const log: string[] = []
    /**
     * The things that middleware may do with a request or an error. Each function makes the middleware of a position
     * that does one of them.
     */
    const behaviours: Readonly<Record<string, (name: string) => MiddlewareLike>> = {
      pass: () => (request, handler) => handler(request),
      passLater: () => async (request, handler) => handler(request),
      answer: (name) => () => text(name),
      throw: (name) => () => {
        throw new Error(name)
      },
      rejectLater: (name) => async () => {
        throw new Error(name)
      },
      catch: (name) => async (request, handler) => {
        try {
          return await handler(request)
        } catch (error) {
          return text(`${name} caught ${(error as Error).message}`)
        }
      },
      resume: () => errorMiddleware((_error, request, next) => next(request)),
      passError: () => errorMiddleware((error, request, next) => next(request, error)),
      answerError: (name) => errorMiddleware((error) => text(`${name} answers ${(error as Error).message}`)),
    }
    const positions = fc.array(fc.constantFrom(...Object.keys(behaviours)), { maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(positions, fc.constantFrom('/a', '/a/b', '/b'), async (names, path) => {
        const run = async (between: Middleware | undefined) => {
          log.length = 0
          const app = new Application({ onError: (error) => log.push(String(error)) })
          for (const [index, name] of names.entries()) {
            const noted: Middleware = (request, handler) => {
              log.push(`${index} ${request.basePath} ${request.path}`)
              return handler(request)
            }
            app.pipe('/a', noted).pipe('/a', (behaviours[name] as (name: string) => MiddlewareLike)(`${index}`))
            if (between) app.pipe(between)
          }
          const response = await app.request(path)
          return [response.status, await response.text(), ...log]
        }
        expect(await run(undefined)).toEqual(await run((request, handler) => handler(request)))
      }),
    )
  })

  test('thousands of middleware under one path prefix do not exhaust the call stack', async () => {
    const app = new Application()
    for (let i = 0; i < 5_000; i++) app.pipe('/a', (request, handler) => handler(request))
    app.pipe(seen)
    expect(await answer(app, '/a/b')).toBe(' /a/b')
  })

  test('middleware after the middleware of a path prefix gets the whole path again, and an empty base path', async () => {
    const app = new Application()
      .pipe(
        '/a',
        new Pipeline().pipe('/b', (request, handler) => handler(request)),
      )
      .pipe(seen)
    expect(await answer(app, '/a/b/c')).toBe(' /a/b/c')
  })

  test('error middleware after the middleware of a path prefix also gets the whole path again, and an empty base path', async () => {
    const { errorMiddleware } = await import('../extending.ts')
    const paths: string[] = []
    const noting = (name: string) =>
      errorMiddleware((error, request, next) => {
        paths.push(`${name} ${request.basePath} ${request.path}`)
        return next(request, error)
      })
    const failing = new Pipeline()
      .pipe(() => {
        throw new Error('inside')
      })
      .pipe(noting('inner'))
    const app = new Application({ onError: () => undefined }).pipe('/a', failing).pipe(noting('outer'))
    expect((await app.request('/a/b')).status).toBe(500)
    expect(paths).toEqual(['inner /a /b', 'outer  /a/b'])
  })
})

import { describe, expect, test } from 'vitest'
import { errorMiddleware } from '../extending.ts'
import {
  Application,
  type Container,
  type Middleware,
  Pipeline,
  type RequestHandler,
  type ServerRequest,
  text,
} from '../index.ts'

/** The ways in which an application gets into another one. */
const WAYS: Readonly<Record<string, (outer: Application, inner: Application) => unknown>> = {
  'pipe()': (outer, inner) => outer.pipe(inner),
  'pipe() under a prefix': (outer, inner) => outer.pipe('/in', inner),
  'a service': (outer) => outer.pipe('inner'),
  'a pipeline': (outer, inner) => outer.pipe(new Pipeline().pipe(inner)),
  'process() with a new handler for each request': (outer, inner) =>
    outer.pipe((request, handler) => inner.process(request, (rest) => handler(rest))),
  'asynchronous middleware that calls process()': (outer, inner) =>
    outer.pipe(async (request, handler) => await inner.process(request, handler)),
  'process() of a pipeline around it': (outer, inner) => {
    const pipeline = new Pipeline().pipe(inner)
    return outer.pipe((request, handler) => pipeline.process(request, handler))
  },
  'middleware of another copy of the core': (outer, inner) =>
    outer.pipe({ process: (request: ServerRequest, handler: RequestHandler) => inner.process(request, handler) }),
}

const pass: Middleware = (request, handler) => handler(request)
const fail: Middleware = () => {
  throw new Error('failed')
}

/** What the application inside and the one around it do, and who answers the error; each error middleware notes its call. */
const CASES: Readonly<
  Record<
    string,
    { inside: (Middleware | 'answers' | 'passes on')[]; after?: Middleware; asked: string[]; body: string }
  >
> = {
  'middleware inside throws': { inside: [fail], asked: ['outer'], body: 'outer' },
  'error middleware inside answers': { inside: [fail, 'answers'], asked: ['inner'], body: 'inner' },
  'error middleware inside passes the error on': {
    inside: [fail, 'passes on'],
    asked: ['inner', 'outer'],
    body: 'outer',
  },
  'error middleware inside stands before the middleware that throws': {
    inside: ['answers', fail],
    asked: ['outer'],
    body: 'outer',
  },
  'middleware after the inner application throws': { inside: [pass], after: fail, asked: ['outer'], body: 'outer' },
  'middleware after an inner application with error middleware throws': {
    inside: [pass, 'answers'],
    after: fail,
    asked: ['outer'],
    body: 'outer',
  },
}

describe.each(Object.entries(WAYS))('in an application that gets into another by %s', (_way, put) => {
  test.each(Object.entries(CASES))('an error is offered as in one pipeline if %s', async (_case, told) => {
    const asked: string[] = []
    const answering = (name: string) =>
      errorMiddleware(() => {
        asked.push(name)
        return text(name)
      })
    const passingOn = (name: string) =>
      errorMiddleware((error, request, next) => {
        asked.push(name)
        return next(request, error)
      })
    const inner = new Application()
    for (const one of told.inside) {
      if (one === 'answers') inner.pipe(answering('inner'))
      else if (one === 'passes on') inner.pipe(passingOn('inner'))
      else inner.pipe(one)
    }
    const container = { has: (name: string) => name === 'inner', get: () => inner } as unknown as Container
    const outer = new Application({ container, onError: () => undefined })
    put(outer, inner)
    if (told.after) outer.pipe(told.after)
    outer.pipe(answering('outer'))

    expect(await (await outer.request('/in/x')).text()).toBe(told.body)
    expect(asked).toEqual(told.asked)
  })

  test('an error that all error middleware passes on is offered once to each, and reported once', async () => {
    const asked: string[] = []
    const errors: unknown[] = []
    const passingOn = (name: string) =>
      errorMiddleware((error, request, next) => {
        asked.push(name)
        return next(request, error)
      })
    const inner = new Application().pipe(fail).pipe(passingOn('inner'))
    const container = { has: (name: string) => name === 'inner', get: () => inner } as unknown as Container
    const outer = new Application({ container, onError: (error) => void errors.push(error) })
    outer.pipe(passingOn('first'))
    put(outer, inner)
    outer.pipe(passingOn('outer'))

    expect((await outer.request('/in/x')).status).toBe(500)
    expect(asked).toEqual(['inner', 'outer'])
    expect(errors.map(String)).toEqual(['Error: failed'])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { attributeKey, ErrorHandler, HttpError, type Middleware, type ServerRequest, text } from '@app/core'
import { type Fault, SECRET } from './fault.ts'
import { THROWN_VALUES } from './thrown-values.ts'

/** Middleware and handlers that throw: before they answer, while the response is sent, and afterwards. */
export const handlerFaults: readonly Fault[] = [
  ...Object.entries(THROWN_VALUES).flatMap(([name, value]): Fault[] => [
    { name: `a handler throws ${name}`, install: (app, path) => app.get(path, throwing(value)) },
    { name: `a handler rejects with ${name}`, install: (app, path) => app.get(path, rejecting(value)) },
  ]),
  {
    name: 'middleware throws before the handler',
    install: (app, path) => app.get(path, [throwing(secret), () => text('never')]),
  },
  {
    name: 'middleware throws after the handler has answered',
    install: (app, path) => app.get(path, [afterwards(secret), () => text('answered')]),
  },
  {
    name: 'middleware at a prefix throws',
    install: (app, path) => app.pipe(path as string, throwing(secret)),
  },
  {
    name: 'inner middleware throws, and outer middleware catches that error and throws another one',
    install: (app, path) =>
      app.get(path, [
        async (request, handler) => {
          try {
            return await handler(request)
          } catch {
            throw secret()
          }
        },
        rejecting(secret),
      ]),
  },
  {
    name: 'a handler throws an HttpError, which decides the status',
    install: (app, path) =>
      app.get(
        path,
        throwing(() => new HttpError(409, SECRET)),
      ),
    outcomes: [409],
  },
  {
    name: 'a handler throws, and a listener of the error handler throws as well',
    install: (app, path) => {
      const handler = new ErrorHandler({ listeners: [throwing(secret) as never] })
      app.get(path, [handler, throwing(secret)])
    },
    reports: 0,
  },
  {
    name: 'a handler throws, and a listener of the error handler rejects',
    install: (app, path) => {
      const handler = new ErrorHandler({ listeners: [rejecting(secret) as never] })
      app.get(path, [handler, throwing(secret)])
    },
    reports: 0,
  },
  {
    name: 'an error handler throws while it makes the answer',
    install: (app, path) => app.get(path, [new ErrorHandler({ respond: throwing(secret) as never }), throwing(secret)]),
  },
  {
    name: 'an error handler returns nothing in place of an answer',
    install: (app, path) => {
      app.get(path, [new ErrorHandler({ respond: (() => undefined) as never }), throwing(secret)])
    },
  },
  {
    name: 'a handler is called twice with the same request',
    install: (app, path) => {
      app.get(path, [async (request, handler) => (await handler(request)) && handler(request), () => text('once')])
    },
  },
  {
    name: 'a handler is called twice, the second time with the request plus an attribute',
    install: (app, path) => {
      let runs = 0
      const again = (request: ServerRequest) => request.withAttribute(attributeKey('again'), true)
      app.get(path, [
        async (request, handler) => (await handler(request)) && handler(again(request)),
        () => text(`${++runs}`),
      ])
    },
    outcomes: [200],
    reports: 0,
  },
  {
    name: 'a handler is called twice at the same time, and fails both times',
    install: (app, path) => {
      const both: Middleware = async (request, handler) => {
        const answers = await Promise.all([handler(request), handler(request)])
        return answers[0]
      }
      app.get(path, [both, rejecting(secret)])
    },
  },
  {
    name: 'a handler is called after its caller has answered, it fails, and the caller catches the error',
    install: (app, path) => {
      const late: Middleware = (request, handler) => {
        void sleep(20)
          .then(() => handler(request))
          .catch(() => undefined)
        return text('early')
      }
      app.get(path, [late, rejecting(secret)])
    },
    outcomes: [200],
    reports: 0,
  },
  {
    name: 'a handler never answers',
    install: (app, path) => app.get(path, () => new Promise<Response>(() => undefined)),
    outcomes: [503],
  },
  {
    name: 'a handler answers after its time limit',
    install: (app, path) => app.get(path, () => sleep(400).then(() => new Response(new ReadableStream()))),
    outcomes: [503],
  },
  {
    name: 'a handler fails after its time limit',
    install: (app, path) => app.get(path, () => sleep(400).then(throwing(secret) as () => never)),
    outcomes: [503],
  },
  {
    name: 'a handler recurses without end',
    install: (app, path) => {
      const again: Middleware = (request, handler) => again(request, handler)
      app.get(path, again)
    },
  },
  {
    name: 'a handler reads an attribute that was never set',
    install: (app, path) => app.get(path, (request) => text(request.attribute({ name: SECRET, id: Symbol() }))),
  },
  {
    name: 'a handler writes to the headers of the request',
    install: (app, path) =>
      app.get(path, (request) => {
        request.headers.set('x-secret', SECRET)
        return text('written')
      }),
  },
]

export function throwing(value: () => unknown): Middleware {
  return () => {
    throw value()
  }
}

export function rejecting(value: () => unknown): Middleware {
  return async () => {
    await sleep(1)
    throw value()
  }
}

function afterwards(value: () => unknown): Middleware {
  return async (request, handler) => {
    await handler(request)
    throw value()
  }
}

export function secret(): Error {
  return new Error(SECRET)
}

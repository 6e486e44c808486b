import {
  type AttributeKey,
  type Awaitable,
  attributeKey,
  type Middleware,
  PLATFORM,
  type ServerRequest,
} from '@app/core'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { GetConnInfo } from 'hono/conninfo'

/** The context of Hono, for handlers after `fromHono`: `request.attribute(HONO_CONTEXT).get('jwtPayload')`. */
export const HONO_CONTEXT: AttributeKey<Context> = attributeKey<Context>('hono context', {
  shared: '@app/mount/hono-context',
})

/**
 * The key in `context.env` under which `fromHono` hands the `ServerRequest` and the next handler through Hono, beside
 * the values of the platform.
 */
const BEHIND = Symbol('behind')

interface Behind {
  readonly request: ServerRequest
  readonly answer: (context: Context) => Awaitable<Response> | Promise<Response>
}

/**
 * Runs middleware of Hono around the handlers after it: `app.pipe(fromHono(basicAuth({ … }), timing()))`.
 *
 * An `HTTPException` that the middleware throws becomes its response, as in Hono. All other errors, and all errors of
 * handlers after the middleware, are passed on to the error handler of the application. If the middleware reads the
 * body, handlers after it can read the body again: such a body is kept in memory, within the limit of the request.
 * `context.env` has the arguments of the platform, such as the bindings of a worker. Throws a `TypeError` for a value
 * that is not a function.
 *
 * @example
 * app.pipe(fromHono(timing(), etag()))
 */
export function fromHono(...middleware: readonly MiddlewareHandler[]): Middleware {
  for (const one of middleware) {
    if (typeof one !== 'function')
      throw new TypeError(`fromHono(): middleware of Hono is a function, got ${typeof one}.`)
  }
  const hono = new Hono<{ Bindings: { [BEHIND]: Behind } }>()
  hono.use(...middleware)
  hono.all('*', (context) => context.env[BEHIND].answer(context as unknown as Context))
  hono.onError((error, context) => {
    const isException = !thrownBehind.has(error) && 'getResponse' in error && typeof error.getResponse === 'function'
    if (!isException) throw error
    const answer = error.getResponse() as Response
    return context.newResponse(answer.body, answer)
  })
  return function fromHono(request, handler) {
    const [env, execution] = request.attribute(PLATFORM)
    const answer = async (context: Context): Promise<Response> => {
      try {
        return await handler(request.withAttribute(HONO_CONTEXT, context))
      } catch (error) {
        if (typeof error === 'object' && error !== null) thrownBehind.add(error)
        throw error
      }
    }
    const bindings = { ...(env as object), [BEHIND]: { request, answer } }
    return hono.fetch(withKeptBody(request), bindings, execution as never)
  }
}

/**
 * The errors that handlers after Hono's middleware have thrown. They are passed on to the error handler of the
 * application, even if they are an `HTTPException`.
 */
const thrownBehind = new WeakSet<object>()

/**
 * Tells middleware of Hono the address of the client: `fromHono(ipRestriction(connInfo, { allowList }))`. With the
 * server option `trustProxy`, it is the address that the trusted proxies report. Without a server there is no address.
 * Throws an `Error` outside of `fromHono`.
 */
export const connInfo: GetConnInfo = (context) => {
  const behind = (context.env as { readonly [BEHIND]?: Behind } | undefined)?.[BEHIND]
  if (behind === undefined) throw new Error('connInfo() is for middleware that fromHono() runs.')
  const address = behind.request.clientAddress
  if (address === undefined) return { remote: {} }
  return { remote: { address, addressType: address.includes(':') ? 'IPv6' : 'IPv4' } }
}

/**
 * Makes the request for Hono. Handlers after `fromHono` can read its body again; the body is read when Hono first uses
 * it.
 */
function withKeptBody(request: ServerRequest): Request {
  if (!request.hasBody) return request.raw
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(await request.bytes())
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Request(request.raw, { body, duplex: 'half' } as RequestInit)
}

export type { AttributeKey, Middleware } from '@app/core'
export type { Context } from 'hono'
export type { ConnInfo } from 'hono/conninfo'

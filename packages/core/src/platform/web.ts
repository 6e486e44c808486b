import { MissingRouterError } from '../application/application-errors.ts'
import type { ResponseOptions } from '../messages/response-options.ts'
import type { RequestHandler, RequestHandlerInterface } from '../middleware/middleware.ts'
import type { NodeHandler, RunOptions, Server, ServerOptions } from '../server/server.ts'

export type { NodeHandler, RunOptions, Server, ServerOptions } from '../server/server.ts'

/** The platform's own response: a runtime that serves `fetch` takes no other. */
export function createResponse(body: string | null, contentType: string | undefined, init?: ResponseOptions): Response {
  const headers = new Headers(init?.headers)
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType)
  return new Response(body, { ...init, headers })
}

/** There is no manifest that could tell what is installed. */
export async function defaultContainer(_from?: string | URL): Promise<undefined> {}

export function findRouter(_from?: string | URL): never {
  throw MissingRouterError.notSearchable()
}

export function serve(_handler: RequestHandlerInterface, _options: RunOptions & { readonly banner: string }): never {
  throw noServer('app.run()')
}

export function createServer(_handler: RequestHandler | RequestHandlerInterface, _options?: ServerOptions): Server {
  throw noServer('createServer()')
}

export function toNodeHandler(
  _handler: RequestHandler | RequestHandlerInterface,
  _options?: ServerOptions,
): NodeHandler {
  throw noServer('toNodeHandler()')
}

/** An edge runtime is generous while it starts, and permits there what it forbids later, such as generating code. */
export function atStartup(work: () => void): void {
  queueMicrotask(work)
}

export function warn(message: string): void {
  console.warn(message)
}

export function reportError(error: unknown): void {
  console.error(error)
}

function noServer(what: string): Error {
  return new Error(
    `${what} needs node:http, which this platform has not. Export the application: its fetch serves here.`,
  )
}

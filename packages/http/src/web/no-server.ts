import type {
  EarlyHints,
  NodeHandler,
  NodeHandlerOptions,
  ProgramOptions,
  ServeOptions,
  Server,
  ServerOptions,
  UpgradedConnection,
} from '../node/server.ts'
import type { RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import type { ServerRequest } from '../request/server-request.ts'

export { inflateStream as inflate } from './inflate-stream.ts'

type Handler = RequestHandler | RequestHandlerInterface

export function serve(_handler: Handler, _options?: ServeOptions): Promise<Server> {
  throw noServer('serve()')
}

export function serveProgram(_handler: Handler, _options: ProgramOptions): Promise<Server> {
  throw noServer('run()')
}

export function createServer(_handler: Handler, _options?: ServerOptions): Server {
  throw noServer('createServer()')
}

export function toNodeHandler(_handler: Handler, _options?: NodeHandlerOptions): NodeHandler {
  throw noServer('toNodeHandler()')
}

export function switchProtocols(_request: ServerRequest, _use: (connection: UpgradedConnection) => void): Response {
  throw noServer('switchProtocols()')
}

/** Does nothing: the platform sends the response, and cannot send a 103 before it. */
export function earlyHints(_request: ServerRequest, _hints: EarlyHints): void {}

/** Does nothing: the platform sends the response, and cannot send trailers after it. */
export function trailers(_request: ServerRequest, _values: object): void {}

/** Always `undefined`: the platform sends the response. */
export function nodeResponse(_request: ServerRequest): undefined {}

/** Always `undefined`: only a server of node takes responses by a callback. */
export function directBoundary(_handler: RequestHandler): undefined {}

/** Empty, since there is no `serve()` on this platform. */
export const SERVE_OPTIONS: object = {}

/** Makes the error of a function that only works with a server of node. */
export function noServer(what: string): Error {
  return new Error(
    `${what} needs node:http, which this platform lacks. Export the application: the platform calls its fetch.`,
  )
}

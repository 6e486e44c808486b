import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import type { NodeHandler, NodeHandlerOptions, RunOptions, Server, ServerOptions } from '../node/server.ts'
import type { PluginSearch } from '../platform/plugin.ts'
import { MissingRouterError } from '../routing/router-search.ts'

export type { NodeHandler, NodeHandlerOptions, RunOptions, Server, ServerOptions } from '../node/server.ts'
export { inflateStream as inflate } from './inflate-stream.ts'

/** Always `undefined`: without manifests nothing is known about installed packages. */
export async function defaultContainer(_from?: string | URL): Promise<undefined> {}

/** Finds nothing: there are no manifests. */
export function findPlugins(_kind: string, _from?: string | URL): PluginSearch {
  return { root: undefined, plugins: [], missing: [] }
}

export function findRouter(_from?: string | URL): never {
  throw MissingRouterError.notSearchable()
}

export function runProgram(_application: object, _parts: object, _options: RunOptions): never {
  throw noServer('app.run()')
}

export function createServer(_handler: RequestHandler | RequestHandlerInterface, _options?: ServerOptions): Server {
  throw noServer('createServer()')
}

export function toNodeHandler(
  _handler: RequestHandler | RequestHandlerInterface,
  _options?: NodeHandlerOptions,
): NodeHandler {
  throw noServer('toNodeHandler()')
}

function noServer(what: string): Error {
  return new Error(
    `${what} needs node:http, which this platform has not. Export the application: its fetch serves here.`,
  )
}

import { ConfigurationError, checkOptions } from '@app/checks'
import { isDevelopment, outliveOutput } from '../platform/node-primitives.ts'
import type { RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import { renewOnHangUp } from './certificate.ts'
import { NodeServer } from './node-server.ts'
import type { ListenOptions, ProgramOptions, ServeOptions, Server } from './server.ts'
import { SERVE_OPTIONS } from './server-options.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { joinWorkers } from './workers/join-workers.ts'
import { isFirst, startWorkers } from './workers/start-workers.ts'

/**
 * Runs a handler as the program: listens, prints the address, and stops gracefully on SIGTERM and SIGINT.
 *
 * The default is port 8080 of all addresses (of 127.0.0.1 in development), unless the environment variables `PORT` and
 * `HOST` name others. With `workers`, except in development, further processes run the program and listen, and this
 * process supervises them.
 *
 * If the server cannot listen, the function prints one line and ends the process with status 1.
 *
 * @example
 * ```ts
 * await serve((request) => text(`You asked for ${request.path}`), { port: 8080, workers: 'available' })
 * ```
 */
export function serve(handler: RequestHandler | RequestHandlerInterface, options: ServeOptions = {}): Promise<Server> {
  return serveProgram(handler, checkOptions('serve()', options, SERVE_OPTIONS))
}

/** Does what `serve` does, with options that are checked already. */
export async function serveProgram(
  handler: RequestHandler | RequestHandlerInterface,
  { banner, start, stop, log, workers, grace = 10, ...options }: ProgramOptions,
): Promise<Server> {
  const hasWorkers = workers !== undefined && !isDevelopment()
  if (hasWorkers && isFirst()) {
    outliveOutput()
    return startWorkers(workers, grace, banner)
  }
  await start?.()
  outliveOutput()
  const server = new NodeServer(handler, options)
  try {
    await server.listen(withDefaults(placeIn(options)))
  } catch (error) {
    if (!ConfigurationError.is(error) || error.code !== 'APP_LISTEN') throw error
    console.error(error.message)
    process.exit(1)
  }
  stopOnSignals({ server, stop, log, grace })
  const url = urlOf(server, options.tls !== undefined)
  if (hasWorkers) joinWorkers(server, url)
  else {
    if (server.isRenewable) renewOnHangUp(server)
    console.log(`Listening on ${url}${banner === undefined ? '' : ` (${banner})`}`)
  }
  return server
}

/** Picks those options of a server that `listen` takes, except undefined ones. */
function placeIn({ port, host, path, fd }: ListenOptions): ListenOptions {
  return Object.fromEntries(Object.entries({ port, host, path, fd }).filter(([, value]) => value !== undefined))
}

/**
 * Completes, from `HOST` and `PORT` of the environment, the place where the server listens; `listen` adds the remaining
 * defaults. In development the default host is this machine only, since error pages show source.
 */
function withDefaults(options: ListenOptions): ListenOptions {
  if (options.path !== undefined || options.fd !== undefined) return options
  const { HOST } = process.env
  const host = options.host ?? (HOST || (isDevelopment() ? '127.0.0.1' : undefined))
  const port = options.port ?? portOf(process.env.PORT)
  return { ...options, ...(host !== undefined && { host }), ...(port !== undefined && { port }) }
}

/**
 * Reads a port from the text of the variable `PORT`. Throws a `TypeError` for a string that is not a port: a program
 * must not listen elsewhere than the platform that has set the variable expects.
 */
function portOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new TypeError(`The variable PORT must be an integer from 0 to 65535, got ${JSON.stringify(text)}`)
}

function urlOf({ address, node }: Server, isSecure: boolean): string {
  if (address === undefined) return String(node.address())
  const { host, port } = address
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `${isSecure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

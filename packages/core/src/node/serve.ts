import type { Container } from '../container/container.ts'
import { disposeServices, startServices } from '../container/service-life.ts'
import type { RequestHandlerInterface } from '../messages/request-handler.ts'
import { isDevelopment } from '../platform/node-development.ts'
import { outliveOutput } from '../platform/node-primitives.ts'
import { ListenError } from './listen-place.ts'
import { NodeServer } from './node-server.ts'
import type { ListenOptions, RunOptions, Server } from './server.ts'
import { serviceLog, stopOnSignals } from './stop-on-signals.ts'

/** The options of `run`, with the parts of the application that serving needs. */
export interface Program extends RunOptions {
  readonly banner: string
  /**
   * Containers whose eager services are started before the server listens. All services are disposed of after the last
   * answer.
   */
  readonly containers: Iterable<Container>
}

/**
 * Runs an application as the program: starts eager services, listens, prints the address, and stops in order on SIGTERM
 * and SIGINT.
 *
 * If it cannot listen, it prints one line and ends the process with 1. If an eager service fails, it disposes of the
 * others and rejects with that error.
 */
export async function serve(
  handler: RequestHandlerInterface,
  { banner, containers, graceMs = 10_000, ...options }: Program,
): Promise<Server> {
  try {
    await startServices(containers, serviceLog())
  } catch (error) {
    await disposeServices(containers, graceMs, serviceLog())
    throw error
  }
  outliveOutput()
  const server = new NodeServer(handler, options)
  try {
    await server.listen(withDefaultHost(options))
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    console.error(error.message)
    process.exit(1)
  }
  stopOnSignals({ server, containers, graceMs })
  console.log(`Listening on ${urlOf(server)} (${banner})`)
  return server
}

/** In development, listens on this machine only by default: error pages show source. */
function withDefaultHost(options: ListenOptions): ListenOptions {
  const { host, path, fd } = options
  const isSaid = host !== undefined || path !== undefined || fd !== undefined
  return isSaid || !isDevelopment() ? options : { ...options, host: '127.0.0.1' }
}

function urlOf({ address, node }: Server): string {
  if (address === undefined) return String(node.address())
  const { host, port } = address
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

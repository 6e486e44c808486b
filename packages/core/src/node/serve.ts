import type { Container } from '../container/container.ts'
import { disposeServices } from '../container/dispose-services.ts'
import { startServices } from '../container/start-services.ts'
import type { RequestHandlerInterface } from '../messages/request-handler.ts'
import { ListenError } from './listen-error.ts'
import { NodeServer } from './node-server.ts'
import type { RunOptions, Server } from './server.ts'
import { serviceLog } from './service-log.ts'

/** What a program that serves is made of, beside what its user says. */
export interface Program extends RunOptions {
  readonly banner: string
  /** Their eager services are started before the server listens, and all are disposed of after the last answer. */
  readonly containers: Iterable<Container>
}

/**
 * Runs an application as the program: starts eager services, listens, says where, and stops in order on SIGTERM and SIGINT.
 *
 * Requests in flight have `graceMs` to finish, then the services are disposed of and the process ends with 0, or with 1
 * if some did not; a second signal ends it at once. An error that nobody caught is logged and stops it in the same
 * order, with 1. Where it cannot listen, one line says why and the process ends with 1.
 * Rejects with what an eager service failed with, after the others are disposed of.
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
  const server = new NodeServer(handler, options)
  try {
    await server.listen(options)
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    console.error(error.message)
    process.exit(1)
  }
  stopInOrder(server, containers, graceMs)
  console.log(`Listening on ${urlOf(server)} (${banner})`)
  return server
}

function stopInOrder(server: NodeServer, containers: Iterable<Container>, graceMs: number): void {
  let isStopping = false
  let code = 0
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    const cut = await server.drain(graceMs)
    if (cut.length > 0) {
      code = 1
      console.error(`Stopped after ${graceMs} ms with requests that were not answered: ${listed(cut)}`)
    }
    if (!(await disposeServices(containers, graceMs, serviceLog()))) code = 1
    process.exit(code)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('uncaughtException', (error) => {
    console.error(error)
    code = 1
    if (!isStopping) void stop()
  })
}

function listed(cut: readonly string[]): string {
  const shown = [...new Set(cut)].slice(0, 10).join(', ')
  return cut.length > 10 ? `${shown} … (${cut.length} in all)` : shown
}

function urlOf({ address }: Server): string {
  const { host, port } = address ?? { host: '', port: 0 }
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

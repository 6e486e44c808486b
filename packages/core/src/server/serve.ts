import type { RequestHandlerInterface } from '../middleware/middleware.ts'
import { ListenError } from './listen-error.ts'
import { createServer } from './node-server.ts'
import type { RunOptions, Server } from './server.ts'

/**
 * Runs an application as the program: listens, says where, and stops in order on SIGTERM and SIGINT.
 *
 * Requests in flight have `graceMs` to finish, then the process ends with 0, or with 1 if some did not; a second
 * signal ends it at once. Where it cannot listen, one line says why and the process ends with 1.
 */
export async function serve(
  handler: RequestHandlerInterface,
  { banner, graceMs = 10_000, ...options }: RunOptions & { readonly banner: string },
): Promise<Server> {
  const server = createServer(handler, options)
  try {
    await server.listen(options)
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    console.error(error.message)
    process.exit(1)
  }
  stopOnSignals(server, graceMs)
  console.log(`Listening on ${urlOf(server)} (${banner})`)
  return server
}

function stopOnSignals(server: Server, graceMs: number): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    process.exit((await server.close({ graceMs })) ? 0 : 1)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function urlOf({ address }: Server): string {
  const { host, port } = address ?? { host: '', port: 0 }
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

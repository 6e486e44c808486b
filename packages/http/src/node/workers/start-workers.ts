import { checkOptions, optionKind } from '@app/checks'
import { serverStops } from '../../life/request-life.ts'
import type { Server } from '../server.ts'
import { Pool } from './pool.ts'
import { nodeCluster } from './processes.ts'

/**
 * True if this process is the one that starts workers, and not a worker itself. Throws a `TypeError` if the platform
 * has no `node:cluster`.
 */
export function isFirst(): boolean {
  const { bun, deno } = process.versions
  if (bun !== undefined || deno !== undefined) {
    const platform = bun === undefined ? 'Deno' : 'Bun'
    throw new TypeError(
      `"workers" needs node:cluster, which ${platform} lacks or only imitates. Leave "workers" out, and start the program several times.`,
    )
  }
  return nodeCluster().isPrimary
}

/** The workers of this process. All servers of a program listen in each of them. */
let pool: Pool | undefined
let isStopping = false

/**
 * Starts the program again in a number of processes, prints the address once, and supervises the processes until a
 * signal ends the program.
 *
 * If the first worker ends before it listens, it has printed the reason, and this process ends too, with status 1.
 */
export async function startWorkers(
  count: 'available' | number,
  grace: number,
  banner: string | undefined,
): Promise<Server> {
  pool ??= makePool(count, grace)
  const { size } = pool
  try {
    const { url, address } = await pool.serve()
    if (isStopping) return new Promise(() => undefined)
    console.log(
      `Listening on ${url} (${banner === undefined ? '' : `${banner}, `}${size} worker${size === 1 ? '' : 's'})`,
    )
    return new PoolServer(pool, address)
  } catch (error) {
    if (isStopping) return new Promise(() => undefined)
    console.error(`The program cannot start: its worker ${(error as Error).message}`)
    pool.kill()
    process.exit(1)
  }
}

function makePool(count: 'available' | number, grace: number): Pool {
  const cluster = nodeCluster()
  // Workers accept connections themselves. On most systems node's default is that this process accepts connections and
  // hands them over; if a worker dies, connections on their way to it would then stay open for ever.
  if (!process.env.NODE_CLUSTER_SCHED_POLICY) cluster.schedulingPolicy = cluster.SCHED_NONE
  const size = count === 'available' ? process.getBuiltinModule('node:os').availableParallelism() : count
  const made = new Pool(cluster, size, (reason) => {
    console.error(`The program ends: ${reason}`)
    void end(made, grace, 1)
  })
  const stop = () => {
    if (isStopping) {
      made.kill()
      process.exit(1)
    }
    void end(made, grace, 0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => void made.reload())
  return made
}

async function end(made: Pool, grace: number, code: number): Promise<void> {
  isStopping = true
  // A worker may take the grace period twice: once to answer its requests, and once more to dispose of its services.
  const isWhole = await made.stop(2 * grace + REST)
  process.exit(isWhole ? code : 1)
}

/** The seconds that a worker may take to end, in addition to the two grace periods. */
const REST = 2

/** A server that runs in all workers, as the process that started them sees it. */
class PoolServer implements Server {
  readonly node: Server['node'] = process.getBuiltinModule('node:http').createServer()
  readonly address: Server['address']
  readonly #pool: Pool
  readonly #stopping = new AbortController()

  constructor(pool: Pool, address: Server['address']) {
    this.#pool = pool
    this.address = address
    pool.stopping.then(() => this.#stopping.abort(serverStops()))
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  listen(): Promise<never> {
    return Promise.reject(new TypeError('The workers of this server listen already'))
  }

  /** Stops all workers, and with them all servers of the program. */
  async close(options: { readonly grace?: number | undefined } = {}): Promise<boolean> {
    const { grace = 10 } = checkOptions('close()', options, { grace: optionKind.seconds })
    return this.#pool.stop(grace)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

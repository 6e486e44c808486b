import type { Server } from '../server.ts'
import { nodeCluster } from './cluster.ts'
import { Pool } from './pool.ts'
import { PoolServer } from './pool-server.ts'

/**
 * Whether this process is the one that starts workers, and no worker itself. Throws a `TypeError` where the platform has no
 * `node:cluster`.
 */
export function isFirst(): boolean {
  const { bun, deno } = process.versions
  if (bun !== undefined || deno !== undefined) {
    const platform = bun === undefined ? 'Deno' : 'Bun'
    throw new TypeError(
      `"workers" needs node:cluster, which ${platform} has not as node has it. Leave it out, and start the program several times.`,
    )
  }
  return nodeCluster().isPrimary
}

/** The workers of this process: all servers of a program are in each of them. */
let pool: Pool | undefined
let isStopping = false

/**
 * Starts the program again in so many processes, prints the address once, and looks after them until a signal ends the program.
 *
 * If the first of them ends before it listens, having said why, so does this process, with 1.
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
  // Workers accept connections themselves. Node's way on most systems, by which this process accepts and hands over, leaves those
  // connections open for ever that are under way to a worker which dies.
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
  // A worker has this time for its requests, and then again for its services.
  const isWhole = await made.stop(2 * grace + REST)
  process.exit(isWhole ? code : 1)
}

/** How long a worker may take to end, beyond its grace. */
const REST = 2

import { serverStops } from '../../life/request-life.ts'
import { checkOptions, optionKind } from '../../options/check-options.ts'
import type { Server } from '../server.ts'
import type { Pool } from './pool.ts'

/** The servers of all workers, as the process that started them sees them. */
export class PoolServer implements Server {
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
  async close(options: { readonly grace?: number } = {}): Promise<boolean> {
    const { grace = 10 } = checkOptions('close()', options, { grace: optionKind.seconds })
    return this.#pool.stop(grace)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

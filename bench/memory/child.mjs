import { getHeapSpaceStatistics } from 'node:v8'
import { CASES } from '../cases.mjs'
import { Bursts } from './burst.mjs'
import { catchServer } from './catch-server.mjs'
import { timeListener } from './listener.mjs'

/**
 * A process with one peer (one of the compared servers), `node child.mjs FILE`, which takes the measurements that its
 * parent process requests.
 */
const server = await catchServer(await import(process.argv[2]))
const bursts = new Bursts(server)

const orders = {
  /**
   * Chooses a case, and runs `bursts` bursts of its requests, so that V8 has optimised the code before a measurement.
   */
  async warm({ key, bursts: count }) {
    await bursts.choose(key)
    for (let i = 0; i < count; i++) await bursts.run(CASES[key].burst, () => undefined)
  },
  /** Measures one burst of a case: the CPU microseconds per request, of all threads of the process. */
  async burst({ key }) {
    const { burst } = CASES[key]
    await bursts.choose(key)
    const before = process.cpuUsage()
    const { user, system } = await bursts.run(burst, () => process.cpuUsage(before))
    return (user + system) / burst
  },
  /**
   * Measures the bytes of new objects (V8's young heap) per request, as the least of several bursts. Needs
   * `--expose-gc`, and a young heap that has room for a whole burst.
   */
  async bytes({ key, bursts: count }) {
    const { burst } = CASES[key]
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < count; i++) {
      global.gc()
      const before = youngBytes()
      const after = await bursts.run(burst, youngBytes)
      if (after > before) least = Math.min(least, (after - before) / burst)
    }
    return least
  },
  listener: ({ key }) => timeListener(server, key),
}

function youngBytes() {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => name.startsWith('new_'))
  return spaces.reduce((sum, space) => sum + space.space_used_size, 0)
}

process.on('message', async ({ order, ...details }) => {
  try {
    process.send({ value: await orders[order](details) })
  } catch (error) {
    process.send({ error: error.message })
  }
})
process.on('disconnect', () => process.exit())
process.send({ value: process.version })

import { getHeapSpaceStatistics } from 'node:v8'
import { CASES } from '../cases.mjs'
import { Bursts } from './burst.mjs'
import { catchServer } from './catch-server.mjs'
import { timeListener } from './listener.mjs'

/** One peer in a process of its own, `node child.mjs FILE`, which measures what its parent asks for. */
const server = await catchServer(await import(process.argv[2]))
const bursts = new Bursts(server)

const orders = {
  /** Takes a case, and runs it until its code is optimised. */
  async warm({ key, bursts: count }) {
    await bursts.choose(key)
    for (let i = 0; i < count; i++) await bursts.run(CASES[key].burst, () => undefined)
  },
  /** CPU microseconds per request of one burst of a case, of all threads of the process. */
  async burst({ key }) {
    const { burst } = CASES[key]
    await bursts.choose(key)
    const before = process.cpuUsage()
    const { user, system } = await bursts.run(burst, () => process.cpuUsage(before))
    return (user + system) / burst
  },
  /** Octets of the young heap per request. Needs `--expose-gc`, and a young heap that holds a whole burst. */
  async octets({ key, bursts: count }) {
    const { burst } = CASES[key]
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < count; i++) {
      global.gc()
      const before = youngOctets()
      const after = await bursts.run(burst, youngOctets)
      if (after > before) least = Math.min(least, (after - before) / burst)
    }
    return least
  },
  listener: ({ key }) => timeListener(server, key),
}

function youngOctets() {
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

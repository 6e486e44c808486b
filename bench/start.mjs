import { spawnSync } from 'node:child_process'
import { createContainer } from '@app/container-factory'
import { Application, configProvider } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * The number of starts. The program prints the time and the CPU time from a configuration to the first response,
 * without those of the imports; the printed figures are the least of these starts.
 */
const STARTS = 15

if (process.argv[2] === 'start')
  console.log(JSON.stringify(await start(Number(process.argv[3]), Number(process.argv[4]))))
else {
  const few = least(10, 5)
  const many = least(1_000, 500)
  print('10 routes and 5 services', few)
  print('1,000 routes and 500 services', many)
  print('more', { time: many.time - few.time, cpu: many.cpu - few.cpu })
}

function least(routes, services) {
  const seen = Array.from({ length: STARTS }, () => {
    const { stdout } = spawnSync(process.execPath, [import.meta.filename, 'start', routes, services], {
      encoding: 'utf8',
    })
    return JSON.parse(stdout)
  })
  return { time: Math.min(...seen.map(({ time }) => time)), cpu: Math.min(...seen.map(({ cpu }) => cpu)) }
}

function print(what, { time, cpu }) {
  console.log(`${what.padEnd(32)}${time.toFixed(1).padStart(8)} ms${cpu.toFixed(1).padStart(8)} ms of CPU`)
}

async function start(routeCount, serviceCount) {
  const begun = performance.now()
  const before = process.cpuUsage()
  const { dependencies } = configProvider()
  const factories = { ...dependencies.factories }
  for (let i = 0; i < serviceCount; i++) factories[`service ${i}`] = () => () => new Response(`service ${i}`)
  const container = createContainer({
    dependencies: { factories, services: { '@app/router/RouterInterface': new FindMyWayRouter() } },
    middleware_pipeline: {
      routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: 1 },
      dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: 0 },
    },
    routes: Array.from({ length: routeCount }, (_, i) => ({
      path: `/r${i}/{id}`,
      middleware: `service ${i % serviceCount}`,
      allowed_methods: ['GET'],
    })),
  })
  const app = container.get(Application.SERVICE)
  const response = await app.request(`/r${routeCount - 1}/7`)
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
  const { user, system } = process.cpuUsage(before)
  return { time: performance.now() - begun, cpu: (user + system) / 1_000 }
}

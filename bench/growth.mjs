import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** Prints the memory that each route takes, in applications of several sizes: `node --expose-gc growth.mjs`. */
for (const count of [1_000, 10_000, 100_000]) {
  const bytes = await memoryOf(() => applicationWith(count))
  console.log(`${count} routes: ${Math.round(bytes / count)} bytes each`)
}

async function applicationWith(count) {
  const app = new Application({ router: new FindMyWayRouter() })
  const handler = () => text('')
  for (let i = 0; i < count; i++) app.get(`/r${i}/{id}`, handler)
  await app.request('/r0/1')
  return app
}

async function memoryOf(make) {
  gc()
  const before = process.memoryUsage().heapUsed
  const made = await make()
  gc()
  return process.memoryUsage().heapUsed - before + (made ? 0 : 1)
}

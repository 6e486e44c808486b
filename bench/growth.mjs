import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** What grows with an application: memory of each route and of each idle connection. `node --expose-gc growth.mjs` */
if (process.argv[2] === 'serve') await serve()
else {
  for (const count of [1_000, 10_000, 100_000]) {
    const octets = await memoryOf(() => applicationWith(count))
    console.log(`${count} routes: ${Math.round(octets / count)} octets each`)
  }
  console.log(`an idle connection: ${await idleConnection(1_000)} octets`)
  process.exit()
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

/** Octets of heap and outside of it that the server keeps for a connection which asked once. */
async function idleConnection(count) {
  const child = fork(import.meta.filename, ['serve'], { execArgv: ['--expose-gc'] })
  const next = () => new Promise((resolve) => child.once('message', resolve))
  const port = await next()
  const used = () => {
    child.send('used')
    return next()
  }
  const open = (sockets) =>
    Promise.all(
      Array.from({ length: sockets }, () => {
        return new Promise((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write('GET /r0/1 HTTP/1.1\r\nHost: x\r\n\r\n'))
          socket.once('data', resolve)
        })
      }),
    )
  await open(100)
  const before = await used()
  await open(count)
  const after = await used()
  child.kill()
  return Math.round((after - before) / count)
}

async function serve() {
  const { createServer } = await import('@app/core')
  const app = await applicationWith(10)
  const server = await createServer(app, { keepAliveTimeout: 60 }).listen({ port: 0, host: '127.0.0.1' })
  process.on('message', () => {
    gc()
    const { heapUsed, external } = process.memoryUsage()
    process.send(heapUsed + external)
  })
  process.send(server.address.port)
}

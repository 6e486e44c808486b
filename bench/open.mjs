import { fork } from 'node:child_process'
import { createServer as createNodeServer } from 'node:http'
import { connect } from 'node:net'

/**
 * Prints the memory that a server keeps for each idle connection and for each event stream, and the CPU to open one,
 * for our server, a plain one and Hono's: `node open.mjs [--idle 20000] [--streams 5000]`. Large numbers need a higher
 * limit of open files (`ulimit -n`).
 */
const SERVERS = { plain, ours, hono }
const KINDS = {
  idle: { path: '/name', first: 'Ada', count: 5_000 },
  streams: { path: '/events', first: 'data: 0', count: 5_000 },
}
const [, , serves, name] = process.argv
if (serves === 'serve') await SERVERS[name]()
else {
  for (const [kind, { count, ...target }] of Object.entries(KINDS)) {
    const asked = Number(process.argv[process.argv.indexOf(`--${kind}`) + 1]) || count
    for (const server of Object.keys(SERVERS)) {
      const { bytes, time } = await measure(server, target, asked)
      console.log(`${asked} ${kind}, ${server}: ${Math.round(bytes)} bytes, ${Math.round(time)} µs to open`)
    }
  }
  process.exit()
}

/**
 * Measures the bytes, in the heap and outside of it, that a server keeps for an open connection, and the microseconds
 * of its CPU to open one.
 */
async function measure(server, target, count) {
  const child = fork(import.meta.filename, ['serve', server], { execArgv: ['--expose-gc'] })
  const next = () => new Promise((resolve) => child.once('message', resolve))
  const port = await next()
  const used = () => {
    child.send('used')
    return next()
  }
  // These connections only warm up the server: its code is compiled before the measurement.
  for (let round = 0; round < 5; round++) {
    for (const socket of await open(port, target, 500)) socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const before = await used()
  const sockets = await open(port, target, count)
  const after = await used()
  for (const socket of sockets) socket.destroy()
  child.kill()
  return { bytes: (after.bytes - before.bytes) / count, time: (after.time - before.time) / count }
}

async function open(port, target, count) {
  const sockets = []
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => one(port, target)))))
  return sockets
}

/** Opens a connection, and resolves once the beginning of the response has arrived. */
function one(port, { path, first }) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      if (bytes.includes(first)) resolve(socket)
    })
  })
}

/**
 * Tells the parent process the port. Then answers each message of the parent with the memory in use and the CPU time up
 * to the message.
 */
function tell(port) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    gc()
    const { heapUsed, external } = process.memoryUsage()
    process.send({ bytes: heapUsed + external, time: user + system })
  })
  process.send(port)
}

function plain() {
  const server = createNodeServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/name') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': 3 })
      response.end('Ada')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.write(':\n\n')
    response.write('data: 0\n\n')
    const timer = setInterval(() => response.write(':\n\n'), 15_000)
    response.on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1', () => tell(server.address().port))
}

async function ours() {
  const { Application, createServer, text } = await import('@app/core')
  const { eventStream } = await import('@app/event-stream')
  const { FindMyWayRouter } = await import('@app/router-find-my-way')
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/name', () => text('Ada'))
  app.get(
    '/events',
    eventStream(async function* (_request, { signal }) {
      yield { data: '0' }
      await aborted(signal)
    }),
  )
  const server = await createServer(app, { keepAliveTimeout: 60 }).listen({ port: 0, host: '127.0.0.1' })
  tell(server.address.port)
}

async function hono() {
  const { serve } = await import('@hono/node-server')
  const { Hono } = await import('hono')
  const { streamSSE } = await import('hono/streaming')
  const app = new Hono().get('/name', (c) => c.text('Ada'))
  app.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      await stream.writeSSE({ data: '0' })
      await new Promise((resolve) => stream.onAbort(resolve))
    }),
  )
  const server = serve(
    { fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions: { keepAliveTimeout: 60_000 } },
    ({ port }) => tell(port),
  )
  server.on('error', (error) => console.error(error))
}

function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

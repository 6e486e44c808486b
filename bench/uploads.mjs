import { fork } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, unlinkSync } from 'node:fs'
import { createServer as createNodeServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Prints the cost of a form with a file of 100 MiB that is written to disk, for `@app/uploads` and for busboy: the
 * least time and CPU time of 9 uploads, and the most memory. Run it by `node uploads.mjs`.
 */
const UPLOADS = 9
const SIZE = 100 * 1_048_576
const SERVERS = { busboy, ours }
const [, , serves, name] = process.argv
if (serves === 'serve') await SERVERS[name]()
else {
  const rows = Object.fromEntries(Object.keys(SERVERS).map((server) => [server, []]))
  const children = await Promise.all(Object.keys(SERVERS).map(start))
  // The servers take turns, so that a busy moment of the machine affects both.
  for (let round = -1; round < UPLOADS; round++) {
    for (const child of children) {
      const figures = await upload(child)
      if (round >= 0) rows[child.server].push(figures)
    }
  }
  for (const { process } of children) process.kill()
  for (const [server, seen] of Object.entries(rows)) {
    const least = (key) => Math.round(Math.min(...seen.map((figures) => figures[key])))
    const most = Math.round(Math.max(...seen.map(({ memory }) => memory)))
    console.log(`${server}: ${least('time')} ms, ${least('cpu')} ms of CPU, ${most} MiB at most`)
  }
  process.exit()
}

async function start(server) {
  const child = fork(import.meta.filename, ['serve', server])
  const next = () => new Promise((resolve) => child.once('message', resolve))
  return { server, process: child, next, port: await next() }
}

async function upload({ process: child, next, port }) {
  const ask = () => {
    child.send('used')
    return next()
  }
  const before = await ask()
  const begun = performance.now()
  const answer = await send(port)
  if (!answer.startsWith('HTTP/1.1 204')) throw new Error(answer)
  const time = performance.now() - begun
  const after = await ask()
  return { time, cpu: after.cpu - before.cpu, memory: after.memory }
}

/** Sends the form in pieces of 64 KiB, as fast as the server takes them, and returns the response. */
function send(port) {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const end = '\r\n--x--\r\n'
  const piece = Buffer.alloc(65_536, 'some bytes of a file ')
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let left = SIZE
    const write = () => {
      while (left > 0) {
        left -= piece.length
        if (!socket.write(piece)) return
      }
      if (left === 0) {
        left--
        socket.write(end)
      }
    }
    socket.on('drain', write)
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      resolve(bytes.toString())
      socket.destroy()
    })
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + SIZE + end.length}\r\n\r\n${head}`,
    )
    write()
  })
}

/**
 * Tells the parent process the port. Then answers each message of the parent with the CPU time and the memory in use.
 */
function tell(port) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send({ cpu: (user + system) / 1_000, memory: process.memoryUsage.rss() / 1_048_576 })
  })
  process.send(port)
}

function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-uploads-'))
  process.on('SIGTERM', () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
  return folder
}

async function busboy() {
  const { default: parse } = await import('busboy')
  const folder = temporary()
  const server = createNodeServer((request, response) => {
    const path = join(folder, 'file')
    const parser = parse({ headers: request.headers, limits: { fileSize: 2 * SIZE, files: 10 } })
    parser.on('file', (_name, file) => {
      file.pipe(createWriteStream(path)).on('finish', () => {
        unlinkSync(path)
        response.writeHead(204).end()
      })
    })
    request.pipe(parser)
  }).listen(0, '127.0.0.1', () => tell(server.address().port))
}

async function ours() {
  const { Application, createServer, empty } = await import('@app/core')
  const { BODY_LIMIT } = await import('@app/core')
  const { FindMyWayRouter } = await import('@app/router-find-my-way')
  const { UPLOAD, uploads } = await import('@app/uploads')
  const app = new Application({ router: new FindMyWayRouter() })
  app
    .post('/', [
      uploads({ folder: temporary() }),
      (request) => {
        for (const { path } of request.attribute(UPLOAD).files) unlinkSync(path)
        return empty()
      },
    ])
    .set(BODY_LIMIT, 2 * SIZE)
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  tell(server.address.port)
}

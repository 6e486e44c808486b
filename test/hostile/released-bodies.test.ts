import { createReadStream, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Application, createServer, type Server } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../programs/sampled.ts'
import { ask, exchange } from './raw-exchange.ts'

const folder = mkdtempSync(join(tmpdir(), 'released-bodies-'))
const file = join(folder, 'large')
const ROUNDS = runs(200)

type BodyInit = ConstructorParameters<typeof Response>[0]

/** Bodies of responses, each of which keeps a file open until it is read or cancelled. */
const BODIES: Readonly<Record<string, () => BodyInit | Promise<BodyInit>>> = {
  'a stream of node': () => createReadStream(file) as unknown as BodyInit,
  'a stream of node, converted to a ReadableStream': () =>
    Readable.toWeb(createReadStream(file)) as unknown as BodyInit,
  'an async generator': () => chunksOf(file) as unknown as BodyInit,
  'a stream of node from an open FileHandle': async () => {
    const handle = await open(file)
    return handle.createReadStream() as unknown as BodyInit
  },
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) yield chunk as Uint8Array
  } finally {
    await handle.close()
  }
}

/** The number of times that this process has the file open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === file
    } catch {
      return false
    }
  }).length
}

let server: Server
let port: number

beforeAll(async () => {
  writeFileSync(file, new Uint8Array(4_000_000))
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  for (const [index, body] of Object.values(BODIES).entries()) {
    app.get(`/${index}`, async () => new Response(await body()))
    app.get(`/lying/${index}`, async () => new Response(await body(), { headers: { 'content-length': 'many' } }))
  }
  server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  port = server.address?.port as number
})

afterAll(async () => {
  await server.close({ grace: 0.1 })
  rmSync(folder, { recursive: true })
})

const cases = Object.keys(BODIES).map((name, index) => [name, index] as const)

test.runIf(process.platform === 'linux').each(cases)(
  'a HEAD request keeps no file open if the body of the response is %s',
  async (_name, index) => {
    for (let i = 0; i < ROUNDS; i++) {
      const { bytes } = await exchange(port, [
        { send: `HEAD /${index} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n` },
      ])
      expect(bytes).toMatch(/^HTTP\/1\.1 200 /)
    }
    await expect.poll(openFiles).toBe(0)
  },
)

test.runIf(process.platform === 'linux').each(cases)(
  'if the body of a response is %s, no file is left open after a client has left before its end',
  async (_name, index) => {
    for (let i = 0; i < ROUNDS; i++) await leaveEarly(`/${index}`, i % 3)
    await expect.poll(openFiles).toBe(0)
  },
)

test.runIf(process.platform === 'linux').each(cases)(
  'if the body of a response is %s, no file is left open after the response could not be written',
  async (_name, index) => {
    for (let i = 0; i < ROUNDS; i++) expect((await ask(port, `/lying/${index}`)).status).toBe(500)
    await expect.poll(openFiles).toBe(0)
  },
)

/** Sends a request and leaves: at once, a moment later, or with the first bytes of the response. */
function leaveEarly(path: string, when: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, () => {
      if (when === 0) socket.destroy()
      if (when === 1) setTimeout(() => socket.destroy(), 2)
    })
    socket.once('data', () => socket.destroy())
  })
}

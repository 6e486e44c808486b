import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { createServer, type RequestHandler, type Server, text, toNodeHandler } from '@app/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../programs/deploying/certificate.ts'
import { PROGRAM_LIMIT } from '../../programs/limits.ts'
import { CASES } from './cases.ts'
import { type Frame, frame, framesIn, TYPE } from './frames.ts'

/** The line that the handler of this test adds to `seen` for the valid request. */
const ONE = 'GET http://x/'
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
let seen: string[] = []

const handler: RequestHandler = async (request) => {
  await request.text()
  const own = [...request.headers.keys()].filter((name) => !['host', 'te'].includes(name))
  seen.push([request.method, request.url.replace('https:', 'http:'), ...own].join(' '))
  return text('seen')
}

const folder = mkdtempSync(join(tmpdir(), 'http2-'))
const { cert, key } = makeCertificate(folder)
let ofNode: Http2Server
let ours: Server
/** Connects to a server of node with our handler as its listener, and to a server of ours over TLS. */
const CONNECT: Readonly<Record<string, () => Socket>> = {
  'of node': () => connect({ port: (ofNode.address() as AddressInfo).port, host: '127.0.0.1' }),
  'of ours': () =>
    connectTls({ port: ours.address?.port as number, host: '127.0.0.1', ca: cert, ALPNProtocols: ['h2'] }),
}

beforeAll(async () => {
  ofNode = createHttp2Server(toNodeHandler(handler))
  await once(ofNode.listen(0, '127.0.0.1'), 'listening')
  ours = await createServer(handler, { tls: { cert, key }, http2: true }).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  ofNode.close()
  await ours.close({ grace: 0.2 })
  rmSync(folder, { recursive: true })
})

/**
 * Sends the preface and frames, and returns the frames that the server sends until the connection ends, `isDone` is
 * true for them, or nothing of this happens for a minute.
 */
function talk(
  open: () => Socket,
  frames: readonly Buffer[],
  isDone: (frames: readonly Frame[]) => boolean,
): Promise<{ readonly came: readonly Frame[]; readonly isCut: boolean }> {
  return new Promise((resolve) => {
    const socket = open()
    const chunks: Buffer[] = []
    const finish = (isCut: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ came: framesIn(Buffer.concat(chunks)), isCut })
    }
    // If the server neither answers nor ends the connection, it waits for more: it has read the frames as the beginning
    // of a request, and the test fails.
    const timer = setTimeout(() => finish(false), PROGRAM_LIMIT)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (isDone(framesIn(Buffer.concat(chunks)))) finish(false)
    })
    socket.on('close', () => finish(true)).on('error', () => finish(true))
    socket.write(Buffer.concat([Buffer.from(PREFACE), frame(TYPE.SETTINGS, 0, 0), ...frames]))
  })
}

const isAnswer = ({ type, stream }: Frame) => type === TYPE.HEADERS && stream > 0
const isReset = ({ type }: Frame) => type === TYPE.RST_STREAM
const isError = ({ type, payload }: Frame) => type === TYPE.GOAWAY && payload.readUInt32BE(4) !== 0

describe.each(Object.entries(CONNECT))('a server %s', (_, open) => {
  test.each(CASES)('$name', async ({ frames, is }) => {
    seen = []
    const { came, isCut } = await talk(
      open,
      frames,
      (all) => all.some((one) => isAnswer(one) && is !== 'ended') || all.some(isReset) || all.some(isError),
    )
    const outcome =
      isCut || came.some(isError)
        ? 'ended'
        : came.some(isReset)
          ? 'refused'
          : came.some(isAnswer)
            ? 'answered'
            : 'nothing'
    if (is === 'answered' || is === 'dropped') expect([outcome, seen]).toEqual(['answered', [ONE]])
    else
      expect([['ended', ...(is === 'refused' ? ['refused'] : [])].includes(outcome), outcome]).toEqual([true, outcome])

    // The server has survived: it answers a valid request on a new connection.
    seen = []
    const { came: next } = await talk(open, [CASES[0]?.frames[1] as Buffer], (all) => all.some(isAnswer))
    expect([next.some(isAnswer), seen]).toEqual([true, [ONE]])
  })
})

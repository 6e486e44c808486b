import { once } from 'node:events'
import { Agent, request as ask, createServer as createHttp, type RequestListener } from 'node:http'
import { type ClientHttp2Session, connect, createServer as createHttp2 } from 'node:http2'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { createServer, type RequestHandler, ServerRequest, text, toNodeHandler } from '@app/core'
import { onEnd } from '@app/core/logging'
import { expect, test } from 'vitest'

const REQUESTS = 200

/** What a handler may take of a request that outlives its answer, if somebody keeps it. */
const TAKES: Readonly<Record<string, (asked: ServerRequest) => void>> = {
  'a listener on request.signal': (asked) => asked.signal.addEventListener('abort', () => void asked.path),
  'a listener on request.stopping': (asked) => asked.stopping.addEventListener('abort', () => void asked.path),
  'a signal of both': (asked) =>
    AbortSignal.any([asked.signal, asked.stopping]).addEventListener('abort', () => void asked.path),
  'a listener for the end': (asked) => onEnd(asked, () => void asked.path),
  'its raw request': (asked) => void asked.raw,
}

/** How long the handler takes: an answer at once is written in another way than one that is awaited. */
const PACES: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
  'at once': () => undefined,
  later: () => sleep(1),
}

/** Serves a handler, asks it so often, and closes what it opened with the function it gives. */
const TRANSPORTS: Readonly<Record<string, (handler: RequestHandler) => Promise<() => Promise<void>>>> = {
  'HTTP/1': async (handler) => {
    const server = await createServer(handler).listen({ port: 0, host: '127.0.0.1' })
    await askEach(server.address?.port as number)
    return async () => void (await server.close({ graceMs: 100 }))
  },
  'HTTP/1 of a surrounding server': async (handler) => {
    const server = createHttp(toNodeHandler(handler) as RequestListener)
    await askEach(await portOf(server))
    return () => closed(server)
  },
  'HTTP/2': async (handler) => {
    const server = createHttp2(toNodeHandler(handler) as never)
    const session = connect(`http://127.0.0.1:${await portOf(server)}`)
    for (let i = 0; i < REQUESTS; i++) await askStream(session)
    return async () => {
      session.destroy()
      await closed(server)
    }
  },
}

const cases = Object.keys(TRANSPORTS).flatMap((transport) =>
  Object.keys(TAKES).flatMap((take) => Object.keys(PACES).map((pace) => [transport, take, pace] as const)),
)

test.each(cases)('nothing keeps a request that was answered: %s, %s, %s', async (transport, take, pace) => {
  const before = alive()
  let asked = 0
  const close = await (TRANSPORTS[transport] as (typeof TRANSPORTS)[string])((request) => {
    TAKES[take]?.(request)
    asked++
    const wait = PACES[pace]?.()
    return wait ? wait.then(() => text('ok')) : text('ok')
  })
  try {
    expect(asked).toBe(REQUESTS)
    await expect.poll(() => alive() - before).toBeLessThan(20)
  } finally {
    await close()
  }
})

/** How many requests the heap holds. Asking collects what nothing holds. */
function alive(): number {
  return queryObjects(ServerRequest) as unknown as number
}

async function portOf(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

async function askEach(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let i = 0; i < REQUESTS; i++) {
    const [answer] = await once(ask({ port, host: '127.0.0.1', agent }).end(), 'response')
    answer.resume()
    await once(answer, 'end')
  }
  agent.destroy()
}

async function askStream(session: ClientHttp2Session): Promise<void> {
  const stream = session.request()
  stream.resume().end()
  await once(stream, 'close')
}

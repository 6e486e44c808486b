import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { Agent, request as ask, createServer as createHttp, type RequestListener } from 'node:http'
import { type ClientHttp2Session, connect, createServer as createHttp2 } from 'node:http2'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  beforeSending,
  createServer,
  HttpError,
  onEnd,
  onError,
  type RequestEnd,
  type RequestHandler,
  type ServerOptions,
  type ServerRequest,
  text,
  toFetchHandler,
  toNodeHandler,
} from '@app/http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sampled } from '../programs/sampled.ts'

// The tests read members of a request and add listeners to it, such as those of `onEnd()`, on each transport (HTTP/1,
// HTTP/2) and for each way in which a response can end. They check that requests do not stay in memory, which errors
// are reported, and that the process does not end.

const REQUESTS = 40

/** One client of a transport. It sends one request at a time, and may leave as soon as the handler was called. */
interface Client {
  ask(method: string): Promise<void>
  askAndLeave(entered: Promise<unknown>): Promise<void>
  close(): Promise<void>
}

const TRANSPORTS: Readonly<Record<string, (handler: RequestHandler, options?: ServerOptions) => Promise<Client>>> = {
  'HTTP/1': async (handler, options) => {
    const server = await createServer(handler, options).listen({ port: 0, host: '127.0.0.1' })
    return clientOf(server.address?.port as number, () => server.close({ grace: 0.1 }))
  },
  'HTTP/1 inside of another server': async (handler, options) => {
    const listener = toNodeHandler(handler, options)
    // Frameworks such as Express pass a third argument, `next`, for requests that the application does not answer.
    const server = createHttp(((incoming, outgoing) =>
      listener(incoming, outgoing, () => outgoing.end('next'))) as RequestListener)
    return clientOf(await portOf(server), () => closed(server))
  },
  'HTTP/2': async (handler, options) => {
    const server = createHttp2(toNodeHandler(handler, options) as never)
    const session = connect(`http://127.0.0.1:${await portOf(server)}`)
    return streamClient(session, () => closed(server))
  },
}

/** The ways in which a handler answers, and whether the whole response is sent. */
const ENDS: Readonly<
  Record<string, { readonly answer: RequestHandler; readonly isWhole: boolean; readonly method?: string }>
> = {
  'an answer at once': { answer: () => text('ok'), isWhole: true },
  'an answer later': { answer: () => sleep(1).then(() => text('ok')), isWhole: true },
  'a stream': { answer: () => new Response(new Blob(['a stream']).stream()), isWhole: true },
  'an answer to HEAD': { answer: () => text('ok'), isWhole: true, method: 'HEAD' },
  'an error that is thrown': {
    answer: () => {
      throw new Error('thrown')
    },
    isWhole: true,
  },
  'an error that is rejected': {
    answer: () => sleep(1).then(() => Promise.reject(new Error('rejected'))),
    isWhole: true,
  },
  'a client that leaves before an answer': {
    answer: ({ signal }) => once(signal, 'abort').then(() => text('nobody hears this')),
    isWhole: false,
  },
  'a client that leaves, and a handler that never answers': {
    answer: () => new Promise(() => undefined),
    isWhole: false,
  },
  'a client that leaves while it gets a stream': {
    answer: ({ signal }) => new Response(endless(signal)),
    isWhole: false,
  },
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function clientFor(transport: string, handler: RequestHandler, options?: ServerOptions): Promise<Client> {
  const client = await (TRANSPORTS[transport] as (typeof TRANSPORTS)[string])(handler, options)
  closing.push(() => client.close())
  return client
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The number of requests that are still referenced. */
function kept(requests: readonly WeakRef<ServerRequest>[]): number {
  collectGarbage()
  return requests.filter((request) => request.deref() !== undefined).length
}

const failing = () => {
  throw new Error('from a hook')
}
const rejecting = async () => failing()

const pairs = sampled(
  Object.keys(ENDS).flatMap((end) => Object.keys(TRANSPORTS).map((transport) => ({ end, transport }))),
  ({ end }) => end,
  2,
)
const endsOn = (transport: string) => pairs.filter((pair) => pair.transport === transport).map(({ end }) => end)

describe.each(Object.keys(TRANSPORTS))('%s', (transport) => {
  test.each(endsOn(transport))('after %s, the request is freed, and each listener was called', async (name) => {
    const { answer, isWhole, method = 'GET' } = ENDS[name] as (typeof ENDS)[string]
    const requests: WeakRef<ServerRequest>[] = []
    const told = { entered: 0, aborted: 0, stopped: 0, ends: [] as boolean[], contexts: new Set<unknown>() }
    const context = new AsyncLocalStorage<string>()
    let enter = (): void => undefined
    const client = await clientFor(
      transport,
      (request) =>
        context.run('of the request', () => {
          told.entered++
          requests.push(new WeakRef(request))
          request.signal.addEventListener('abort', () => {
            told.aborted += request.path.length
          })
          request.stopping.addEventListener('abort', () => {
            told.stopped += request.path.length
          })
          AbortSignal.any([request.signal, request.stopping]).addEventListener('abort', () => void request.path)
          for (let i = 0; i < 12; i++) onEnd(request, () => void request.path)
          onEnd(request, (end: RequestEnd) => {
            told.ends.push(end.isWhole)
            told.contexts.add(context.getStore())
          })
          void request.raw
          enter()
          return answer(request)
        }),
      { onError: () => undefined },
    )
    const warnings: Error[] = []
    const warn = (warning: Error) => void warnings.push(warning)
    process.on('warning', warn)
    for (let i = 0; i < REQUESTS; i++) {
      const entered = new Promise<void>((resolve) => {
        enter = resolve
      })
      await (isWhole ? client.ask(method) : client.askAndLeave(entered))
    }
    await expect.poll(() => told.ends.length).toBe(REQUESTS)
    process.off('warning', warn)
    expect(told).toEqual({
      entered: REQUESTS,
      aborted: isWhole ? 0 : REQUESTS,
      stopped: 0,
      ends: Array.from({ length: REQUESTS }, () => isWhole),
      contexts: new Set(['of the request']),
    })
    expect(warnings).toEqual([])
    await expect.poll(() => kept(requests)).toBeLessThan(10)
  })

  /**
   * Calls that add a failing listener to a request. If `isHandedOn` is true, the error goes to the server around our
   * handler (by `next`) instead of to our listener of errors.
   */
  const HOOKS: Readonly<Record<string, readonly [hook: (request: ServerRequest) => void, isHandedOn: boolean]>> = {
    'a listener of onEnd() throws': [(request) => onEnd(request, failing), false],
    'a listener of onEnd() rejects': [(request) => onEnd(request, rejecting), false],
    'a listener of beforeSending() throws': [
      (request) => beforeSending(request, failing),
      transport.includes('inside'),
    ],
    'a listener of beforeSending() rejects': [(request) => beforeSending(request, rejecting), false],
  }

  test.each(Object.keys(HOOKS))(
    'if %s, the error is reported once or handed on to the server around our handler, and the process goes on',
    async (name) => {
      const [hook, isHandedOn] = HOOKS[name] as (typeof HOOKS)[string]
      const reported: unknown[] = []
      const escaped: unknown[] = []
      const catchEscaped = (error: unknown) => void escaped.push(error)
      process.on('uncaughtException', catchEscaped).on('unhandledRejection', catchEscaped)
      const client = await clientFor(
        transport,
        (request) => {
          hook(request)
          return text('ok')
        },
        { onError: (error) => void reported.push((error as Error).message) },
      )
      await client.ask('GET')
      await client.ask('GET')
      await sleep(5)
      process.off('uncaughtException', catchEscaped).off('unhandledRejection', catchEscaped)
      expect(escaped).toEqual([])
      await expect.poll(() => reported).toEqual(isHandedOn ? [] : ['from a hook', 'from a hook'])
    },
  )
})

test.each([
  ['throws', failing],
  ['rejects', rejecting],
])('an error listener that %s does not change the response, and its error is printed', async (_how, listener) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const answer = await toFetchHandler((request) => {
    onError(request, listener)
    throw new HttpError(409)
  })(new Request('http://localhost/'))
  await sleep(5)
  expect(answer.status).toBe(409)
  expect(printed.mock.calls.flat()).toEqual([expect.stringMatching(/^Error: from a hook\n/)])
  printed.mockRestore()
})

function endless(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await sleep(1)
      if (!signal.aborted) controller.enqueue(new Uint8Array(10))
    },
  })
}

async function portOf(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function clientOf(port: number, close: () => Promise<unknown>): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async ask(method) {
      const [answer] = await once(ask({ port, host: '127.0.0.1', agent, method }).end(), 'response')
      answer.resume()
      await once(answer, 'end')
    },
    async askAndLeave(entered) {
      const leaving = ask({ port, host: '127.0.0.1', agent: false }).on('error', () => undefined)
      leaving.end()
      await entered
      await sleep(2)
      leaving.destroy()
    },
    async close() {
      agent.destroy()
      await close()
    },
  }
}

function streamClient(session: ClientHttp2Session, close: () => Promise<unknown>): Client {
  return {
    async ask(method) {
      const stream = session.request({ ':method': method })
      stream.resume().end()
      await once(stream, 'close')
    },
    async askAndLeave(entered) {
      const stream = session.request().on('error', () => undefined)
      stream.resume()
      await entered
      await sleep(2)
      stream.close(8)
    },
    async close() {
      session.destroy()
      await close()
    },
  }
}

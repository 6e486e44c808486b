import { createServer as createHttp1, type Server as NodeServer, type RequestListener } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2 } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, type RequestHandler, type ServerRequest, toNodeHandler } from '../index.ts'

const fails = () => {
  throw new Error('a listener has failed')
}
const rejects = async () => fails()

/** The ways in which a handler can listen to the end of its request. */
const listeners: Readonly<Record<string, (request: ServerRequest) => unknown>> = {
  'a function': ({ signal }) => signal.addEventListener('abort', fails),
  'a function, once': ({ signal }) => signal.addEventListener('abort', fails, { once: true }),
  'an asynchronous function': ({ signal }) => signal.addEventListener('abort', rejects),
  'an object': ({ signal }) => signal.addEventListener('abort', { handleEvent: fails }),
  'the property onabort': ({ signal }) => {
    signal.onabort = fails
  },
  'the signal of raw': ({ raw }) => raw.signal.addEventListener('abort', fails),
}

/** The ways in which a handler is served: each returns its port, and a function that asks and leaves. */
const ways: Readonly<Record<string, (handler: RequestHandler, onError: (error: unknown) => void) => Promise<number>>> =
  {
    'createServer()': async (handler, onError) => {
      const server = await createServer(handler, { onError }).listen({ port: 0, host: '127.0.0.1' })
      onTestFinished(async () => void (await server.close({ grace: 0 })))
      return server.address?.port as number
    },
    'toNodeHandler()': (handler, onError) => listening(createHttp1(asListener(handler, onError))),
    'HTTP/2': (handler, onError) =>
      listening(createHttp2(asListener(handler, onError) as never) as unknown as NodeServer),
  }

function asListener(handler: RequestHandler, onError: (error: unknown) => void): RequestListener {
  return toNodeHandler(handler, { onError }) as RequestListener
}

async function listening(server: NodeServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each(Object.keys(ways).flatMap((way) => Object.keys(listeners).map((listener) => ({ way, listener }))))(
  'an error of a listener to the signal is an error of the request: $listener, over $way',
  async ({ way, listener }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>()
    const handler: RequestHandler = (request) => {
      listeners[listener]?.(request)
      ask()
      return new Promise(() => undefined)
    }
    const port = (await ways[way]?.(handler, fail)) as number
    if (way === 'HTTP/2') {
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      session.request({ ':path': '/' }).on('error', () => undefined)
      await asked
      session.destroy()
    } else {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
      await asked
      socket.destroy()
    }
    expect(await failed).toEqual(new Error('a listener has failed'))
  },
)

test('a listener that was removed is not called, and one that was added twice is called once', async () => {
  let calls = 0
  const called = () => void calls++
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const server = createServer(({ signal }) => {
    signal.addEventListener('abort', fails)
    signal.removeEventListener('abort', fails)
    signal.addEventListener('abort', called)
    signal.addEventListener('abort', called)
    signal.addEventListener('abort', () => end())
    socket.destroy()
    return new Promise<Response>(() => undefined)
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  const socket = connect(server.address?.port as number, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  await ended
  expect(calls).toBe(1)
})

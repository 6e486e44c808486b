import { EventEmitter, on, once } from 'node:events'
import { connect } from 'node:net'
import { compression } from '@app/compression'
import { Application, createServer, type ErrorListener } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { EventSource } from 'eventsource'
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { type EventGenerator, type EventStreamOptions, eventStream } from './index.ts'

interface Streamed {
  readonly generate: EventGenerator
  readonly options?: EventStreamOptions
  readonly onError?: ErrorListener
}

function streaming({ generate, options, onError = () => undefined }: Streamed): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError })
  app.get('/events', eventStream(generate, options))
  return app
}

/** Serves an application over HTTP until the test ends. */
async function serve(app: Application) {
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  return { server, port: server.address?.port as number, url: `http://127.0.0.1:${server.address?.port}/events` }
}

/** Connects an `EventSource`, and closes it when the test ends. */
function listen(url: string): EventSource {
  const client = new EventSource(url)
  onTestFinished(() => client.close())
  return client
}

/** Waits forever and listens to no signal, as a carelessly written generator does. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

function waiting(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

test('the headers of the stream keep caches from reusing it, and proxies from changing or buffering it', async () => {
  const app = streaming({ generate: async function* () {} })
  const answer = await app.request('/events')
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(await answer.text()).toBe(':\n\n')
})

test('a HEAD request gets the headers, and does not start the generator', async () => {
  const generate = vi.fn<EventGenerator>(async function* () {})
  const answer = await streaming({ generate }).request('/events', { method: 'HEAD' })
  expect([answer.headers.get('content-type'), generate.mock.calls.length]).toEqual(['text/event-stream', 0])
})

test('request.params have the types that the path of the route gives them', () => {
  const app = new Application()
  app.get(
    '/rooms/{room}/events',
    eventStream(async function* (request, { lastEventId }) {
      expectTypeOf(request.params.room).toEqualTypeOf<string>()
      expectTypeOf(lastEventId).toEqualTypeOf<string | undefined>()
      yield { data: request.params.room }
    }),
  )
})

test('EventSource gets strings and JSON as events with their names, and is open before the first event', async () => {
  const go = new EventEmitter()
  const { url } = await serve(
    streaming({
      generate: async function* (_, { signal }) {
        await once(go, 'go', { signal })
        yield { data: 'two\nlines' }
        yield { event: 'note', id: 'ä7', data: { title: 'Tea' } }
        await waiting(signal)
      },
    }),
  )
  const client = listen(url)
  const heard: unknown[] = []
  client.addEventListener('message', ({ data }) => heard.push(data))
  client.addEventListener('note', ({ data, lastEventId }) => heard.push([JSON.parse(data), lastEventId]))
  await new Promise((resolve) => client.addEventListener('open', resolve))
  go.emit('go')
  await expect.poll(() => heard).toEqual(['two\nlines', [{ title: 'Tea' }, 'ä7']])
})

test('a client that reconnects sends the id of its last event, also an id beyond ASCII', async () => {
  const seen: unknown[] = []
  const { url } = await serve(
    streaming({
      generate: async function* (_, { lastEventId, signal }) {
        seen.push(lastEventId)
        yield { retry: 1 }
        yield { id: 'ä7', data: 'x' }
        if (seen.length > 1) await waiting(signal)
      },
    }),
  )
  listen(url)
  await expect.poll(() => seen).toEqual([undefined, 'ä7'])
})

test('a comment is sent each time the seconds of heartbeat pass without an event', async () => {
  const generate: EventGenerator = async function* (_, { signal }) {
    yield { data: 'x' }
    await waiting(signal)
  }
  const answer = await streaming({ generate, options: { heartbeat: 0.001 } }).request('/events')
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect([await read(), await read(), await read(), await read()]).toEqual([':\n\n', 'data: x\n\n', ':\n\n', ':\n\n'])
  await reader.cancel()
})

test('the generator runs only as fast as the client reads', async () => {
  let asked = 0
  const generate: EventGenerator = async function* () {
    for (;;) yield { data: `${asked++}${'x'.repeat(100_000)}` }
  }
  const answer = await streaming({ generate }).request('/events')
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  for (let i = 0; i < 4; i++) await reader.read()
  expect(asked).toBe(3)
  await reader.cancel()
})

test('the generator waits while the client at the other end of a socket does not read', async () => {
  let asked = 0
  const { port } = await serve(
    streaming({
      generate: async function* () {
        for (;;) {
          asked++
          yield { data: 'x'.repeat(1_000_000) }
        }
      },
    }),
  )
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const counts: number[] = []
  // Waits until the generator is asked for no more events: then the buffers of the server and of the client that does
  // not read are full.
  await expect.poll(() => counts.push(asked) && asked > 0 && counts.at(-2) === asked, { interval: 300 }).toBe(true)
  expect(asked).toBeLessThan(100)
})

test('a client that leaves ends the generator, wherever the generator waits', async () => {
  const ended: string[] = []
  const bus = new EventEmitter()
  const { port } = await serve(
    streaming({
      generate: async function* (request, { signal }) {
        const how = request.query.get('how') as string
        try {
          yield { data: 'x' }
          if (how === 'waits') for await (const [note] of on(bus, 'note', { signal })) yield { data: note }
          for (;;) {
            await new Promise((resolve) => setTimeout(resolve, 1))
            yield { data: 'y' }
          }
        } finally {
          ended.push(how)
        }
      },
      onError: (error) => ended.push(String(error)),
    }),
  )
  for (const how of ['waits', 'yields']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /events?how=${how} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => ended.at(-1)).toBe(how)
  }
  expect([ended, bus.listenerCount('note')]).toEqual([['waits', 'yields'], 0])
})

test('a server that stops ends each stream, and each generator that listens to the signal', async () => {
  const ended: string[] = []
  const { server, url } = await serve(
    streaming({
      generate: async function* (request, { signal }) {
        try {
          yield { data: 'x' }
          await (request.query.has('deaf') ? never() : waiting(signal))
        } finally {
          ended.push('finally')
        }
      },
      onError: (error) => ended.push(String(error)),
    }),
  )
  const answers = await Promise.all([fetch(url), fetch(`${url}?deaf`)])
  const texts = answers.map((answer) => answer.text())
  expect(await server.close({ grace: 60 })).toBe(true)
  expect(await Promise.all(texts)).toEqual([':\n\ndata: x\n\n', ':\n\ndata: x\n\n'])
  expect(ended).toEqual(['finally'])
})

test.each(['over a socket', 'without a socket'])(
  'an error of the generator is reported once, and ends the stream: %s',
  async (how) => {
    const reported: unknown[] = []
    const app = streaming({
      generate: async function* () {
        yield { data: 'x' }
        throw new Error('boom')
      },
      onError: (error, { fullPath }) => reported.push([fullPath, (error as Error).message]),
    })
    const answer = how === 'without a socket' ? await app.request('/events') : await fetch((await serve(app)).url)
    expect(await answer.text()).toBe(':\n\ndata: x\n\n')
    expect(reported).toEqual([['/events', 'boom']])
  },
)

test('an error that the generator throws in its finally, after the client has left, is reported too', async () => {
  const reported: string[] = []
  const app = streaming({
    generate: async function* () {
      try {
        yield { data: 'x' }
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: it is what the test is about
        throw new Error('not closed')
      }
    },
    onError: (error) => reported.push((error as Error).message),
  })
  const reader = ((await app.request('/events')).body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => reported).toEqual(['not closed'])
})

test('an event whose id has a line break, which would begin another field, is reported with the route and never sent', async () => {
  const reported: string[] = []
  let isEnded = false
  const app = streaming({
    generate: async function* () {
      try {
        yield { id: '7\n\ndata: forged', data: 'x' }
      } finally {
        isEnded = true
      }
    },
    onError: (error) => reported.push((error as Error).message),
  })
  expect(await (await app.request('/events')).text()).toBe(':\n\n')
  expect(reported).toEqual([
    'The event stream of GET /events: "id" must be a string without line breaks, got "7\\n\\ndata: forged".',
  ])
  expect(isEnded).toBe(true)
})

test('if the function given to eventStream() returns no events, the response is 500, and the reported error says what to write', async () => {
  const reported: string[] = []
  const generate = (() => undefined) as unknown as EventGenerator
  const app = streaming({ generate, onError: (error) => reported.push((error as Error).message) })
  expect((await app.request('/events')).status).toBe(500)
  expect(reported[0]).toContain('Write eventStream(async function* (request) { … })')
})

test.each([
  [false, null],
  [true, 'gzip'],
])(
  'after compression() each event arrives as soon as it is yielded, with compressible: %s',
  async (compressible, coding) => {
    const go = new EventEmitter()
    const app = new Application({ router: new FindMyWayRouter() }).pipe(compression())
    const generate: EventGenerator = async function* (_, { signal }) {
      for (;;) {
        await once(go, 'go', { signal })
        yield { data: 'x' }
      }
    }
    app.get('/events', eventStream(generate, { compressible }))
    const { url } = await serve(app)
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    let text = ''
    const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
    const until = async (expected: string) => {
      while (text !== expected) text += (await reader.read()).value
    }
    await until(':\n\n')
    for (const count of [1, 2]) {
      await expect.poll(() => go.listenerCount('go')).toBe(1)
      go.emit('go')
      await until(`:\n\n${'data: x\n\n'.repeat(count)}`)
    }
    await reader.cancel()
  },
)

test('eventStream() refuses invalid and unknown options', () => {
  const generate: EventGenerator = async function* () {}
  expect(() => eventStream(generate, { heartbeat: 2 ** 31 })).toThrow(
    'eventStream(): "heartbeat" must be a number of seconds from 0 to 3600',
  )
  expect(() => eventStream(generate, { hearbeat: 1 } as EventStreamOptions)).toThrow('Did you mean "heartbeat"?')
})

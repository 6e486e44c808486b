import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Application, attributeKey, createServer, HttpError, text } from '@app/core'
import { beforeSending, onEnd } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type WebSocketHooks, webSocket } from './index.ts'

const newApp = (errors: unknown[] = []) =>
  new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })

async function serve(app: Application) {
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  return { server, url: `ws://127.0.0.1:${server.address?.port}` }
}

/** A client that keeps all messages from the server. */
class Client {
  readonly socket: WebSocket
  readonly got: string[] = []
  readonly closed: Promise<number>

  constructor(url: string, options: object = {}, protocols: string[] = []) {
    this.socket = new WebSocket(url, protocols, options)
    this.socket.on('message', (data) => this.got.push(String(data)))
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
    onTestFinished(() => this.socket.terminate())
  }

  async open(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  /** Waits for the response that refuses the connection, and returns its status. */
  async refused(): Promise<number | undefined> {
    const [, answer] = await once(this.socket, 'unexpected-response')
    return answer.statusCode
  }
}

/** The length of a masked frame from 64 KiB on. */
const LARGE = (size: number) => [0xff, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 255, size & 255]

const echo: WebSocketHooks = { message: (peer, message) => peer.send(message.rawData) }

describe('routes of WebSockets', () => {
  test('a hook of webSocket() gets params and attributes of the request, and guards before the route can refuse a connection', async () => {
    const User = attributeKey<string>('user')
    const app = newApp()
    app.pipe((request, handler) => {
      const user = request.headers.get('authorization')
      if (user === null) throw new HttpError(401)
      return handler(request.withAttribute(User, user))
    })
    app.get(
      '/chat/{room}',
      webSocket({ open: (peer, request) => peer.send(`${request.attribute(User)} in ${request.params.room}`) }),
    )
    const { url } = await serve(app)
    const client = new Client(`${url}/chat/t%C3%A9a`, { headers: { authorization: 'Ada' } })
    await expect.poll(() => client.got).toEqual(['Ada in téa'])
    expect(await new Client(`${url}/chat/tea`).refused()).toBe(401)
    expect(await new Client(`${url}/none`, { headers: { authorization: 'Ada' } }).refused()).toBe(404)
  })

  test('a hook of webSocket() can echo strings and bytes, empty and large ones', async () => {
    const { url } = await serve(newApp().pipe('/', webSocket(echo)))
    const client = await new Client(url).open()
    const sizes: number[] = []
    client.socket.on('message', (data: Buffer, isBinary) => sizes.push(isBinary ? data.length : -data.length))
    for (const message of ['', 'ä', Buffer.alloc(0), Buffer.alloc(70_000), 'x'.repeat(1_000_000)])
      client.socket.send(message)
    await expect.poll(() => sizes).toEqual([-0, -2, 0, 70_000, -1_000_000])
  })

  test('a route of WebSockets sends the headers that middleware sets on its response', async () => {
    const app = newApp().pipe((request, handler) => {
      beforeSending(request, ({ headers }) => {
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
      })
      return handler(request)
    })
    const { url } = await serve(app.pipe(webSocket(echo)))
    const client = new Client(url)
    const [{ headers }] = await once(client.socket, 'upgrade')
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  test('a route of WebSockets answers 426 to a request without an upgrade, and chooses the first protocol in its options that the client offers', async () => {
    const { url } = await serve(newApp().pipe(webSocket(echo, { protocols: ['v2', 'v1'] })))
    expect((await fetch(url.replace('ws', 'http'))).status).toBe(426)
    expect((await newApp().pipe(webSocket(echo)).request('/')).status).toBe(426)
    expect((await new Client(url, {}, ['v1', 'v2', 'v3']).open()).socket.protocol).toBe('v2')
    expect((await new Client(url).open()).socket.protocol).toBe('')
  })

  test('a route of WebSockets lets pages of its own host connect, and pages of the origins in its options', async () => {
    const { url } = await serve(newApp().pipe(webSocket(echo, { origins: ['https://friend.example'] })))
    const connects = (origin: string) => new Client(url, { origin }).open()
    await connects(url.replace('ws', 'http'))
    await connects('https://friend.example')
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', 'https://friend.example.evil.example']) {
      expect(await new Client(url, { origin }).refused(), origin).toBe(403)
    }
  })

  test('a handshake that a handler other than webSocket() answers gets that answer, and then its connection ends', async () => {
    const { server } = await serve(newApp().pipe(() => text('plain')))
    const client = connect(server.address?.port as number, '127.0.0.1').setEncoding('utf8')
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    let answer = ''
    client.on('data', (data) => {
      answer += data
    })
    await once(client, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*plain$/)
  })
})

describe('limits', () => {
  test('a message that is too large closes its connection with code 1009', async () => {
    const { url } = await serve(newApp().pipe(webSocket(echo, { messageLimit: 10 })))
    const client = await new Client(url).open()
    client.socket.send('x'.repeat(10))
    await expect.poll(() => client.got).toEqual(['x'.repeat(10)])
    client.socket.send('x'.repeat(11))
    expect(await client.closed).toBe(1009)
  })

  test('the connection of a client that does not read is cut when too many bytes wait to be sent', async () => {
    let isClosed = false
    const flood: WebSocketHooks = {
      async open(peer) {
        for (let i = 0; i < 1_000 && !isClosed; i++) {
          peer.send('x'.repeat(100_000))
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
      close() {
        isClosed = true
      },
    }
    const { url } = await serve(newApp().pipe(webSocket(flood, { bufferLimit: 500_000 })))
    const client = await new Client(url).open()
    client.socket.pause()
    await expect.poll(() => isClosed).toBe(true)
  })

  test('a client that answers no ping is disconnected, and a client that answers pings stays connected', async () => {
    const codes: unknown[] = []
    const close: WebSocketHooks['close'] = (_peer, { code }) => codes.push(code)
    // The client shares this process: if the process is busy for longer than this, the client cannot answer in time.
    const { url } = await serve(newApp().pipe(webSocket({ ...echo, close }, { pingInterval: 0.5 })))
    const [silent, alive] = [new Client(url, { autoPong: false }), new Client(url)]
    expect(await silent.closed).toBe(1006)
    alive.socket.send('still here')
    await expect.poll(() => alive.got).toEqual(['still here'])
    expect(codes).toEqual([1006])
  })
})

test('an error of a hook is reported and closes its own connection with 1011, and no others', async () => {
  const errors: unknown[] = []
  const hooks: WebSocketHooks = {
    message(peer, message) {
      if (message.text() === 'throw') throw new Error('thrown')
      if (message.text() === 'reject') return Promise.reject(new Error('rejected'))
      return peer.send('fine')
    },
  }
  const { url } = await serve(newApp(errors).pipe(webSocket(hooks)))
  const clients = await Promise.all(['throw', 'reject', 'other'].map(() => new Client(url).open()))
  const [thrown, rejected, other] = clients as [Client, Client, Client]
  thrown.socket.send('throw')
  rejected.socket.send('reject')
  expect([await thrown.closed, await rejected.closed]).toEqual([1011, 1011])
  other.socket.send('hello')
  await expect.poll(() => other.got).toEqual(['fine'])
  expect(errors.map(String).sort()).toEqual(['Error: rejected', 'Error: thrown'])
})

describe('asynchronous hooks', () => {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

  test.each([
    ['open', ['open']],
    ['message', ['message']],
    ['open and message', ['open', 'message']],
    ['open, message and close', ['open', 'message', 'close']],
  ])('the hooks of a connection run one after the other if %s are asynchronous', async (_which, slow) => {
    const events: string[] = []
    const run = async (name: string, kind = name) => {
      events.push(`${name} begins`)
      if (slow.includes(kind)) await soon()
      events.push(`${name} ends`)
    }
    const hooks: WebSocketHooks = {
      open: () => run('open'),
      message: (_peer, message) => run(message.text(), 'message'),
      close: () => run('close'),
    }
    const { url } = await serve(newApp().pipe(webSocket(hooks)))
    const client = await new Client(url).open()
    for (const text of ['one', 'two', 'three']) client.socket.send(text)
    client.socket.close()
    const order = ['open', 'one', 'two', 'three', 'close'].flatMap((name) => [`${name} begins`, `${name} ends`])
    await expect.poll(() => events).toEqual(order)
  })

  test.each([
    ['large messages', 400, 100_000],
    ['small messages', 150_000, 200],
    ['empty messages', 2_000_000, 0],
  ])(
    'a client with %s is not read while its messages wait for a hook, and all of them arrive later',
    async (_what, count, size) => {
      let release: (() => void) | undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let arrived = 0
      const hooks: WebSocketHooks = {
        message() {
          arrived++
          return arrived === 1 ? held : undefined
        },
      }
      const { url } = await serve(newApp().pipe(webSocket(hooks)))
      const client = await new Client(url).open()
      // Frames are written without `ws`, which is slow for millions of them.
      const raw = (client.socket as unknown as { readonly _socket: Socket })._socket
      const length = size < 126 ? [0x80 | size] : size < 65_536 ? [0xfe, size >> 8, size & 255] : LARGE(size)
      const frame = Buffer.concat([Buffer.from([0x82, ...length, 0, 0, 0, 0]), Buffer.alloc(size)])
      raw.write(Buffer.concat(Array.from({ length: count }, () => frame)))
      const sent: number[] = []
      const isStuck = () => raw.writableLength > 0 && sent.push(raw.bytesWritten) > 1 && sent.at(-1) === sent.at(-2)
      await expect.poll(isStuck, { interval: 100 }).toBe(true)
      expect(arrived).toBe(1)
      release?.()
      await expect.poll(() => arrived).toBe(count)
    },
  )

  test('no message that waited for a hook is handled after the hook has failed, and the connection is told closed', async () => {
    const events: string[] = []
    const hooks: WebSocketHooks = {
      async open() {
        await soon()
        throw new Error('no such room')
      },
      message: (_peer, message) => void events.push(message.text()),
      close: (_peer, { code }) => void events.push(`closed ${code}`),
    }
    const errors: unknown[] = []
    const { url } = await serve(newApp(errors).pipe(webSocket(hooks)))
    const client = await new Client(url).open()
    for (const text of ['one', 'two']) client.socket.send(text)
    expect(await client.closed).toBe(1011)
    await expect.poll(() => events).toEqual(['closed 1011'])
    expect(errors.map(String)).toEqual(['Error: no such room'])
  })

  test('a client is cut if a hook holds up a full queue for longer than two pings', async () => {
    const hooks: WebSocketHooks = { message: () => new Promise(() => undefined) }
    const { url } = await serve(newApp().pipe(webSocket(hooks, { pingInterval: 0.05, messageLimit: 1_000 })))
    const client = await new Client(url).open()
    for (let number = 0; number < 3; number++) client.socket.send('x'.repeat(1_000))
    expect(await client.closed).toBe(1006)
  })

  test('the request of a connection is aborted when the connection ends, while a hook still runs', async () => {
    let isAborted = false
    const hooks: WebSocketHooks = {
      open: (_peer, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            isAborted = true
            resolve()
          })
        }),
    }
    const { url } = await serve(newApp().pipe(webSocket(hooks)))
    const client = await new Client(url).open()
    client.socket.close()
    await expect.poll(() => isAborted).toBe(true)
  })
})

describe('when the server stops', () => {
  test('a stopping server closes connections with code 1001, and then ends', async () => {
    const { server, url } = await serve(newApp().pipe(webSocket(echo)))
    const clients = await Promise.all(Array.from({ length: 5 }, () => new Client(url).open()))
    const isWhole = await server.close({ grace: 5 })
    expect([isWhole, await Promise.all(clients.map(({ closed }) => closed))]).toEqual([
      true,
      [1001, 1001, 1001, 1001, 1001],
    ])
  })

  test('a stopping server cuts the connection of a client that does not answer within the grace period', async () => {
    const { server, url } = await serve(newApp().pipe(webSocket(echo)))
    const client = await new Client(url).open()
    client.socket.pause()
    expect(await server.close({ grace: 0.2 })).toBe(false)
  })
})

test('onEnd() reports the end of the request of a WebSocket when the connection ends, with status 101', async () => {
  const ends: unknown[] = []
  const app = newApp().pipe((request, handler) => {
    onEnd(request, (end) => ends.push(end))
    return handler(request)
  })
  const { url } = await serve(app.pipe(webSocket(echo)))
  const client = await new Client(url).open()
  client.socket.send('x')
  await expect.poll(() => client.got).toEqual(['x'])
  expect(ends).toEqual([])
  client.socket.close()
  await expect.poll(() => ends).toEqual([{ status: 101, isWhole: true }])
})

test('two hundred clients in ten rooms get the messages of their own room, and a message that the program publishes to all', async () => {
  let open = 0
  const chat = webSocket<{ room: string }>({
    open(peer, { params }) {
      open++
      peer.subscribe(params.room)
      peer.subscribe('everybody')
    },
    message: (peer, message, { params }) => peer.publish(params.room, message.text()),
    close: () => {
      open--
    },
  })
  const app = newApp()
  app.get('/chat/{room}', chat)
  const { url } = await serve(app)
  const clients = await Promise.all(Array.from({ length: 200 }, (_, i) => new Client(`${url}/chat/${i % 10}`).open()))
  await expect.poll(() => open).toBe(200)
  for (let room = 0; room < 10; room++) clients[room]?.socket.send(`hello ${room}`)
  const heard = (client: Client, index: number) => index < 10 || client.got[0] === `hello ${index % 10}`
  await expect.poll(() => clients.every(heard)).toBe(true)
  chat.publish('everybody', 'tea is ready')
  await expect.poll(() => clients.every(({ got }) => got.at(-1) === 'tea is ready')).toBe(true)
  expect(clients.map(({ got }) => got.length)).toEqual(Array.from({ length: 200 }, (_, i) => (i < 10 ? 1 : 2)))
  await chat.close()
  await expect.poll(() => open).toBe(0)
})

test('webSocket() refuses an unknown option and an invalid origin, with an error that names the option', () => {
  expect(() => webSocket(echo, { origin: [] } as never)).toThrow('Did you mean "origins"?')
  expect(() => webSocket(echo, { origins: ['*'] })).toThrow('origins')
})

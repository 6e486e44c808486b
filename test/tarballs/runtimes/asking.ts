import { type IncomingMessage, request } from 'node:http'
import { exchange } from '../../hostile/raw-exchange.ts'

/** The response to a request, read to its end. */
export interface Answered {
  readonly status: number
  readonly body: string
  readonly trailers: NodeJS.Dict<string>
  /** True if the whole body arrived; `false` if the connection was cut before its end. */
  readonly isWhole: boolean
  header(name: string): string | undefined
  readonly cookies: readonly string[]
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | FormData | URLSearchParams | AsyncIterable<Uint8Array>
}

/** A client that sends each request unchanged, over a connection of its own. */
export class Client {
  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  async ask(line: string, asked: Asked = {}): Promise<Answered> {
    const incoming = await this.open(line, asked)
    const chunks: Buffer[] = []
    const isWhole = await new Promise<boolean>((resolve) => {
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('error', () => resolve(false))
      incoming.on('close', () => resolve(incoming.complete))
    })
    return {
      status: incoming.statusCode ?? 0,
      body: Buffer.concat(chunks).toString(),
      trailers: incoming.trailers,
      isWhole,
      header: (name) => incoming.headers[name]?.toString(),
      cookies: incoming.headers['set-cookie'] ?? [],
    }
  }

  /** Resolves with the response as soon as its head has arrived. */
  async open(line: string, { headers, body }: Asked = {}): Promise<IncomingMessage> {
    const [method = '', path = ''] = line.split(' ')
    // A `Response` encodes a form as `fetch` would.
    const form = body instanceof FormData || body instanceof URLSearchParams ? new Response(body) : undefined
    const type = form?.headers.get('content-type')
    const bytes = form ? new Uint8Array(await form.arrayBuffer()) : body
    return new Promise((resolve, reject) => {
      const outgoing = request({
        ...{ host: '127.0.0.1', port: this.port, method, path, agent: false },
        headers: { ...(type && { 'content-type': type }), ...headers },
      })
      outgoing.on('response', resolve).on('error', reject)
      if (bytes === undefined || typeof bytes === 'string' || bytes instanceof Uint8Array) outgoing.end(bytes)
      else void send(bytes as AsyncIterable<Uint8Array>)
      async function send(pieces: AsyncIterable<Uint8Array>): Promise<void> {
        for await (const piece of pieces) outgoing.write(piece)
        outgoing.end()
      }
    })
  }

  /** Sends a request that gets no response, and returns a function that closes the connection. */
  hang(path: string): () => void {
    const outgoing = request({ host: '127.0.0.1', port: this.port, path, agent: false })
    outgoing.on('error', () => undefined).end()
    return () => void outgoing.destroy()
  }

  /**
   * Sends a request line that clients such as `fetch` refuse to send, and returns the bytes that the server sends back.
   */
  async raw(head: string): Promise<string> {
    const { bytes } = await exchange(this.port, [{ send: `${head}\r\nHost: x\r\nConnection: close\r\n\r\n` }], {
      timeoutMs: 30_000,
    })
    return bytes
  }

  /**
   * Repeats a request until the response has the given body, and returns that body; after 200 attempts, gives a string
   * that differs.
   */
  async until(path: string, body: string): Promise<string> {
    for (let i = 0; i < 200; i++) {
      const { body: now } = await this.ask(`GET ${path}`)
      if (now === body) return now
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    return `not ${body}`
  }
}

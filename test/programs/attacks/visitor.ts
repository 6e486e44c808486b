import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { CookieJar } from 'tough-cookie'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/**
 * A request over a socket. A body that is a map is sent as a form; for any other body, `headers` has to contain its
 * `content-type`.
 */
export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readonly<Record<string, string>>
}

/** A client that keeps cookies and sends the headers of a browser; its callers can replace each header. */
export class Visitor {
  readonly #url: string
  readonly #address: string
  readonly #jar = new CookieJar()

  /** Sends requests from `address`, an address on loopback; only Linux has several. */
  constructor(url: string, address = '127.0.0.1') {
    this.#url = url.replace('localhost', '127.0.0.1')
    this.#address = address
  }

  async ask(path: string, asking: Asking = {}, url: string = this.#url): Promise<Answer> {
    const answer = await this.open(path, asking, url)
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) }
  }

  /** Sends a request, and returns its response as soon as the headers have arrived. */
  async open(path: string, { method, headers, body }: Asking = {}, url: string = this.#url): Promise<IncomingMessage> {
    const isForm = body !== undefined && typeof body === 'object' && !Buffer.isBuffer(body)
    const sent = isForm ? String(new URLSearchParams(body)) : body
    const asked = request(url.replace('localhost', '127.0.0.1') + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      localAddress: this.#address,
      agent: false,
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        cookie: await this.cookies(),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    })
    // A server that refuses a large body may close the connection before all of it was sent.
    asked.on('error', () => undefined)
    asked.end(sent)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    for (const cookie of answer.headers['set-cookie'] ?? []) await this.#jar.setCookie(cookie, SITE)
    return answer
  }

  cookies(): Promise<string> {
    return this.#jar.getCookieString(SITE)
  }
}

/**
 * The URL under which cookies are kept. It has https, since the cookies need TLS, which a proxy before it would
 * provide.
 */
const SITE = 'https://localhost/'

import type { Application } from '@app/core'
import { CookieJar } from 'tough-cookie'

export interface Seen {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The address to which the response redirects the visitor. */
  readonly location: string | null
}

/** A visitor with a browser that keeps cookies, and whose forms come from the site itself. */
export class Visitor {
  readonly #app: Application
  readonly #jar = new CookieJar(null, { prefixSecurity: 'strict' })

  constructor(app: Application) {
    this.#app = app
  }

  get(path: string): Promise<Seen> {
    return this.ask(path)
  }

  post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.ask(path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Sends a form that may have files. */
  send(path: string, fields: Readonly<Record<string, string>>, files: readonly File[] = []): Promise<Seen> {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    for (const file of files) body.append('files', file)
    return this.ask(path, { method: 'POST', body })
  }

  async ask(path: string, init: RequestInit = {}): Promise<Seen> {
    const response = await this.#request(path, init)
    const { status, headers } = response
    return { status, headers, text: await response.text(), location: headers.get('location') }
  }

  /** Requests a response whose body goes on, such as an event stream, without reading the body. */
  open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.#request(path, { headers })
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const all = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      ...init.headers,
      cookie: await this.cookies(),
    }
    // A test passes '' to leave a header out, as an old browser leaves out `sec-fetch-site`; Fetch would send it empty.
    const headers = Object.entries(all).filter(([, value]) => value !== '')
    const response = await this.#app.request(SITE + path, { ...init, headers })
    for (const header of response.headers.getSetCookie()) await this.#jar.setCookie(header, SITE)
    return response
  }

  cookies(): Promise<string> {
    return this.#jar.getCookieString(SITE)
  }

  /** Takes over the cookies of another visitor. */
  async takes(cookies: string): Promise<void> {
    await this.#jar.removeAllCookies()
    for (const cookie of cookies.split('; ')) await this.#jar.setCookie(`${cookie}; Secure; Path=/`, SITE)
  }
}

/** The public address of the product. */
export const SITE = 'https://noticeboard.example'

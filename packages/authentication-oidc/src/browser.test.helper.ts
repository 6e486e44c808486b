import type { Application } from '@app/core'
import { CookieJar } from 'tough-cookie'

/** The origin of the application in tests. */
export const SITE = 'https://app.example'

/** A page that a browser shows. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly text: string
}

/** A browser with cookies that follows redirects. It reaches the application, and providers over real connections. */
export class Browser {
  readonly #jar = new CookieJar(null, { prefixSecurity: 'strict' })
  app: Application

  constructor(app: Application) {
    this.app = app
  }

  /** Sends one request with the cookies of the browser, and keeps new ones. */
  async send(target: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const url = new URL(target, SITE).href
    const init = {
      headers: { cookie: await this.#jar.getCookieString(url) },
      redirect: 'manual' as const,
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    }
    const response = await (url.startsWith(SITE) ? this.app.fetch(new Request(url, init)) : fetch(url, init))
    for (const header of response.headers.getSetCookie()) await this.#jar.setCookie(header, url)
    return response
  }

  /** Goes to a page, over all redirects, but not to the URL at which `stop` returns true. */
  async go(target: string, form?: Readonly<Record<string, string>>, stop?: (url: string) => boolean): Promise<Page> {
    let url = new URL(target, SITE).href
    let response = await this.send(url, form)
    for (let count = 0; count < 20; count++) {
      const location = response.headers.get('location')
      if (location === null) break
      url = new URL(location, url).href
      if (stop?.(url)) break
      response = await this.send(url)
    }
    return { url, status: response.status, text: await response.text() }
  }

  /** The cookies for the application. */
  cookies(): Promise<string> {
    return this.#jar.getCookieString(SITE)
  }

  /** Takes over cookies for the application. */
  async takes(cookies: string): Promise<void> {
    for (const cookie of cookies.split('; ')) await this.#jar.setCookie(`${cookie}; Secure; Path=/`, SITE)
  }
}

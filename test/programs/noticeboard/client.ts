import { CookieJar } from 'tough-cookie'
import { linkTo } from './noticeboard.ts'
import { PASSWORD } from './visit.ts'

/** A client that keeps cookies and sends forms as a browser does, to any process of the noticeboard. */
export class Client {
  readonly #jar = new CookieJar()

  /** Sends a request, and follows no redirect. The cookies are sent to every port of the host. */
  async ask(url: string, path: string, fields?: Readonly<Record<string, string>> | FormData): Promise<Response> {
    const headers = { cookie: await this.#jar.getCookieString(SITE), origin: url, accept: 'text/html' }
    const form = fields && { method: 'POST', body: fields instanceof FormData ? fields : new URLSearchParams(fields) }
    const response = await fetch(url + path, { headers, redirect: 'manual', ...form })
    for (const cookie of response.headers.getSetCookie()) await this.#jar.setCookie(cookie, SITE)
    return response
  }

  /** Writes a notice. The form of notices may have files, so it is sent as `multipart/form-data`. */
  write(url: string, team: string, title: string): Promise<Response> {
    const form = new FormData()
    form.set('title', title)
    form.set('text', '')
    return this.ask(url, `/teams/${team}/notices`, form)
  }

  async signUp(url: string, name: string): Promise<void> {
    const email = `${name.toLowerCase()}@site.example`
    await this.ask(url, '/sign-up', { email })
    const { status } = await this.ask(url, await linkTo(email, url), { name, password: PASSWORD })
    if (status !== 303) throw new Error(`${name} cannot sign up: ${status}`)
  }

  async logIn(url: string, name: string): Promise<void> {
    const email = `${name.toLowerCase()}@site.example`
    const { status } = await this.ask(url, '/log-in', { email, password: PASSWORD })
    if (status !== 303) throw new Error(`${name} cannot log in: ${status}`)
  }
}

const SITE = 'https://localhost/'

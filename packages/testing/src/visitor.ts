import { checkOptions, optionKind, within } from '@app/core/extending'
import { CookieJar } from 'tough-cookie'
import { type Entries, formIn, isSubmit, labelOf, submissionOf } from './form.ts'
import { Page } from './page.ts'
import { around, textOf } from './tree.ts'
import { suggestion, VisitorError } from './visitor-error.ts'

/** What a visitor visits: an `Application`, or a function such as `fetch`. */
export type Visited =
  | { request(url: string, init?: RequestInit): Promise<Response> }
  | ((url: string, init?: RequestInit) => Promise<Response>)

/** Options of `createVisitor`. */
export interface VisitorOptions {
  /** The origin of the site. Over `https:` a browser also keeps secure cookies. Default: `https://www.site.example`. */
  readonly origin?: string | undefined
  /**
   * Headers of all requests, such as `accept-language`. With `undefined`, a header of browsers is left out, such as
   * `sec-fetch-site`, which old browsers do not send.
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Maximum number of redirects that are followed; with 0, a redirect is the page. Default: 20, as browsers do. */
  readonly redirects?: number | undefined
  /** The seconds that a page may take. Default: 10. */
  readonly timeout?: number | undefined
}

/** How a form is sent. */
export interface SubmitOptions {
  /** The text on the button, or its value. Default: the first button. */
  readonly button?: string | undefined
}

/**
 * A visitor with a browser, for tests: it keeps cookies, follows redirects within the site, and sends the forms that it
 * has got, with their hidden fields. It runs no scripts.
 */
export class Visitor {
  readonly #ask: (url: string, init?: RequestInit) => Promise<Response>
  readonly #origin: string
  readonly #headers: Readonly<Record<string, string | undefined>>
  readonly #redirects: number
  readonly #timeout: number
  readonly #jar = new CookieJar(null, { prefixSecurity: 'strict' })
  #page: Page | undefined

  /** @internal */
  constructor(visited: Visited, options: VisitorOptions) {
    const { origin = 'https://www.site.example', headers = {}, redirects = 20, timeout = 10 } = options
    this.#ask = typeof visited === 'function' ? visited : (url, init) => visited.request(url, init)
    this.#origin = new URL(origin).origin
    this.#headers = headers
    this.#redirects = redirects
    this.#timeout = timeout
  }

  /** The page on which the visitor is. Throws a `VisitorError` before the first one. */
  get page(): Page {
    if (this.#page) return this.#page
    throw new VisitorError("The visitor has no page yet. Write await visitor.get('/').")
  }

  /** Goes to a path as if the visitor had typed it. */
  get(path: string, init: Omit<RequestInit, 'method' | 'body'> = {}): Promise<Page> {
    return this.#visit(this.#resolved(path), { ...init, method: 'GET', site: 'none' })
  }

  /**
   * Makes any request with the cookies of the visitor, as a script of the page does, and follows redirects. The visitor
   * stays on the page: `page` is the same afterwards.
   */
  request(path: string, init: RequestInit = {}): Promise<Page> {
    return this.#got(this.#resolved(path), { method: 'GET', ...init, site: 'same-origin', isScript: true })
  }

  /**
   * Sends fields to a path as a form does, without a page that has the form: for tests that are about what comes after.
   * With a `FormData`, they are sent as `multipart/form-data`, which files need.
   *
   * @example await visitor.post('/teams', { name: 'Red' })
   */
  post(path: string, fields: Readonly<Record<string, string>> | FormData = {}): Promise<Page> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    return this.#visit(this.#resolved(path), { method: 'POST', body, site: 'same-origin' })
  }

  /** Makes a request whose response goes on, such as an event stream, and returns it unread. */
  async open(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#send(this.#resolved(path), { method: 'GET', ...init, site: 'same-origin', isScript: true })
  }

  /**
   * Sends a form of the page: that with the `#id`, the action (`/log-in`) or the name; without any, the only form. Fields
   * that are not named are sent as the page has them.
   *
   * Rejects with a `VisitorError` for a form, a field, an option or a button that the page does not have. `required` and
   * `pattern` are not checked, so that a test can find out what the server says.
   *
   * @example await visitor.submit('/log-in', { email: 'ada@site.example', password: 'secret' })
   */
  async submit(form?: string, entries: Entries = {}, options: SubmitOptions = {}): Promise<Page> {
    const { button } = checkOptions('submit()', options, { button: optionKind.text })
    const { page } = this
    const { url, method, body } = submissionOf(page, formIn(page, form), entries, button)
    return this.#visit(url, { method, site: 'same-origin', from: page, ...(body && { body }) })
  }

  /**
   * Follows the link with this text, or presses the button with this text; a text that is only a part of it has to be
   * unique. Rejects with a `VisitorError` if the page has neither.
   */
  async click(text: string): Promise<Page> {
    const { page } = this
    const buttons = page.elements.filter(isSubmit).map((element) => ({ text: labelOf(element), element }))
    const all = [...page.links, ...buttons]
    const exact = all.filter((each) => each.text === text)
    const found = exact.length > 0 ? exact : all.filter((each) => each.text.includes(text))
    const [first] = found
    const targets = new Set(found.map((each) => ('href' in each ? each.href : each.element)))
    if (!first || targets.size > 1) {
      const known = suggestion(
        text,
        all.map((each) => each.text),
      )
      throw new VisitorError(`${page.path} has ${targets.size} links and buttons ${JSON.stringify(text)}. ${known}`)
    }
    if ('href' in first) return this.#visit(first.href, { method: 'GET', site: 'same-origin', from: page })
    const form = [...around(first.element)].find(({ tagName }) => tagName === 'form')
    if (!form) throw new VisitorError(`The button ${JSON.stringify(textOf(first.element))} is in no form.`)
    const { url, method, body } = submissionOf(page, form, {}, first.text)
    return this.#visit(url, { method, site: 'same-origin', from: page, ...(body && { body }) })
  }

  /** The cookies that the browser sends to a path, by their names. */
  async cookies(path = '/'): Promise<Readonly<Record<string, string>>> {
    const cookies = await this.#jar.getCookies(this.#resolved(path))
    return Object.fromEntries(cookies.map(({ key, value }) => [key, value]))
  }

  /** Forgets all cookies, as if the visitor had come with another browser. */
  async forget(): Promise<void> {
    await this.#jar.removeAllCookies()
  }

  #resolved(path: string): string {
    return withoutFragment(new URL(path, this.#page?.url ?? this.#origin).href)
  }

  async #visit(url: string, asked: Asked): Promise<Page> {
    this.#page = await this.#got(url, asked)
    return this.#page
  }

  #got(url: string, asked: Asked): Promise<Page> {
    const following = this.#follow(withoutFragment(url), asked)
    return within(this.#timeout, following, `${asked.method} ${url}`).catch((error: unknown) => {
      throw new VisitorError(`${(error as Error).message} For a response that goes on, call open().`, { cause: error })
    })
  }

  async #follow(first: string, asked: Asked): Promise<Page> {
    let [url, current] = [first, asked]
    const redirects: string[] = []
    for (;;) {
      const response = await this.#send(url, current)
      const next = redirectOf(response, url)
      const isFollowed = next !== undefined && this.#redirects > 0 && new URL(next).origin === this.#origin
      if (!isFollowed) return new Page(url, response, await response.text(), redirects)
      await response.body?.cancel()
      redirects.push(url)
      if (redirects.length > this.#redirects) {
        throw new VisitorError(`${first} leads to more than ${this.#redirects} redirects, the last to ${next}.`)
      }
      current = afterRedirect(response.status, current)
      url = next
    }
  }

  async #send(url: string, { site, from, isScript = false, ...init }: Asked): Promise<Response> {
    const { origin } = new URL(url)
    if (origin !== this.#origin) {
      throw new VisitorError(`${url} is on another site than ${this.#origin}, which the visitor does not leave.`)
    }
    const cookie = await this.#jar.getCookieString(url)
    const isWrite = init.method !== 'GET' && init.method !== 'HEAD'
    const all = {
      accept: isScript ? '*/*' : 'text/html,application/xhtml+xml,*/*;q=0.8',
      'sec-fetch-mode': isScript ? 'cors' : 'navigate',
      'sec-fetch-site': site,
      ...(from && { referer: from.url }),
      ...(isWrite && { origin: this.#origin }),
      ...this.#headers,
      ...(cookie && { cookie }),
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(all)) if (value !== undefined) headers.set(name, value)
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value)
    })
    const response = await this.#ask(url, { ...init, headers, redirect: 'manual' })
    for (const header of response.headers.getSetCookie()) {
      await this.#jar.setCookie(header, url, { ignoreError: true })
    }
    return response
  }
}

type Asked = RequestInit & {
  readonly method: string
  readonly site: string
  readonly from?: Page
  /** True for a request that a script makes: it does not ask for a page. */
  readonly isScript?: boolean
}

/** Returns the URL to which a response redirects. */
function redirectOf({ status, headers }: Response, url: string): string | undefined {
  const location = headers.get('location')
  if (location === null || !REDIRECTS.has(status) || !URL.canParse(location, url)) return undefined
  return withoutFragment(new URL(location, url).href)
}

/** A browser does not send the fragment of a URL. */
function withoutFragment(url: string): string {
  const target = new URL(url)
  target.hash = ''
  return target.href
}

/** Returns the request after a redirect: as browsers do, a GET unless the status keeps the method. */
function afterRedirect(status: number, { body, headers, ...asked }: Asked): Asked {
  const isKept = status === 307 || status === 308 || asked.method === 'GET' || asked.method === 'HEAD'
  const becomesGet = status === 303 || ((status === 301 || status === 302) && asked.method === 'POST')
  if (isKept || !becomesGet) return { ...asked, ...(headers && { headers }), ...(body != null && { body }) }
  const kept = new Headers(headers)
  for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language']) kept.delete(name)
  return { ...asked, method: 'GET', headers: kept }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Returns a visitor of an application, with a browser of its own.
 *
 * Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const visitor = createVisitor(app)
 * await visitor.get('/log-in')
 * const page = await visitor.submit('/log-in', { email: 'ada@site.example', password: 'secret' })
 * expect(page.text).toContain('Welcome, Ada')
 */
export function createVisitor(visited: Visited, options: VisitorOptions = {}): Visitor {
  const kinds = {
    origin: ORIGIN,
    headers: { wants: 'a map of headers', accepts: (value: unknown) => typeof value === 'object' && value !== null },
    redirects: optionKind.count,
    timeout: optionKind.seconds,
  }
  return new Visitor(visited, checkOptions('createVisitor()', options, kinds))
}

const ORIGIN = {
  wants: 'an origin such as "https://www.site.example"',
  accepts: (value: unknown) => optionKind.origins.accepts([value]),
}

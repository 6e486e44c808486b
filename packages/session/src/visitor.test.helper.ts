import { Application, type Middleware, type RequestHandler } from '@app/core'
import { CookieJar as Browser } from 'tough-cookie'
import { SESSION, type Session, type SessionOptions, type SessionStore, session, sessionKey } from './index.ts'

export const SECRET = 'a secret that nobody else can guess'
export const USER_ID = sessionKey<number>('user id')
export const BASKET = sessionKey<string[]>('basket')

/** The work of a handler with the session of a request; returns the response, or a value to answer with as JSON. */
export type Step = (visit: Session) => unknown

/**
 * Makes an application whose handler runs the step that the path of the request names; `errors` has its unhandled
 * errors.
 */
export function visited(options: SessionOptions, steps: Readonly<Record<string, Step>>, ...front: Middleware[]) {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  for (const middleware of front) app.pipe(middleware)
  const handler: RequestHandler = async (request) => {
    const said = await steps[request.path.slice(1)]?.(request.attribute(SESSION))
    return said instanceof Response ? said : Response.json(said ?? null)
  }
  app.pipe(session({ secret: SECRET, ...options })).pipe(handler)
  return { app, errors }
}

export function memoryStore(): SessionStore {
  const kept = new Map<string, unknown>()
  return {
    getItem: async (key) => kept.get(key),
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
  }
}

/** A visitor with a browser, which accepts, keeps and sends cookies as real browsers do. */
export class Visitor {
  readonly #app: Application
  readonly #browser = new Browser(null, { prefixSecurity: 'strict' })

  constructor(app: Application) {
    this.#app = app
  }

  /**
   * Requests a path with the browser's cookies, and returns the status and the response. The browser keeps new cookies.
   */
  async ask(path: string): Promise<[status: number, said: unknown]> {
    const response = await this.response(path)
    return [response.status, response.status < 400 ? await response.json() : await response.text()]
  }

  async response(path: string): Promise<Response> {
    const response = await this.#app.fetch(new Request(URL + path, { headers: { cookie: await this.cookies() } }))
    for (const header of response.headers.getSetCookie()) await this.#browser.setCookie(header, URL)
    return response
  }

  /** The cookies that the browser sends. */
  cookies(): Promise<string> {
    return this.#browser.getCookieString(URL)
  }

  /** Takes over the cookies of another visitor. */
  async takes(cookies: string): Promise<void> {
    await this.#browser.removeAllCookies()
    for (const cookie of cookies.split('; ')) await this.#browser.setCookie(`${cookie}; Secure; Path=/`, URL)
  }
}

const URL = 'https://www.site.example/'

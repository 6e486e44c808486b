import { COOKIES, type CookieJar, cookies } from '@app/cookies'
import { sealerOf } from '@app/cookies/internal'
import type { Awaitable, Middleware, RequestHandler, ServerRequest } from '@app/core'
import { type Provides, provides } from '@app/core'
import { addVary, beforeSending, discard, onOutcome, withFacts } from '@app/core/extending'
import { SealedSessions } from './sealed-sessions.ts'
import { SESSION } from './session.ts'
import { type CheckedOptions, checkSessionOptions, type SessionOptions } from './session-options.ts'
import type { Loaded, Sessions } from './sessions.ts'
import { StoredSessions } from './stored-sessions.ts'
import { Visit } from './visit.ts'

/**
 * Middleware that remembers visitors: each request gets its session as the attribute `SESSION`.
 *
 * A session is loaded only if the request has its cookie. A changed session is written before the response is sent; for
 * a response of 500 and above, only `destroy()` takes effect. If the store fails or takes too long, the response is
 * 503. The middleware uses the cookie jar of a `cookies()` before it, else a jar of its own. Throws an `OptionError`
 * for an unknown or invalid option, and, except in development and in tests, without a secret.
 *
 * @example
 * app.pipe(session({ secret: process.env.APP_SECRET, idle: 3_600 }))
 */
export function session(options: SessionOptions = {}): Middleware & Provides<typeof SESSION | typeof COOKIES> {
  const checked = checkSessionOptions(options)
  const { secure } = checked
  const withJar = cookies(secure === undefined ? {} : { secure })
  const kept = new KeptSessions(checked)
  const middleware: Middleware = function session(request, handler) {
    return withJar(request, (inner) => kept.handle(inner, handler))
  }
  const name = nameIn(checked, secure ?? true)
  const schemes = { session: { type: 'apiKey', in: 'cookie', name } }
  return provides([SESSION, COOKIES], withFacts(middleware, { '@app/openapi': { schemes } }))
}

/**
 * The sessions of an application. The class reads the cookie of a request, loads the session from the cookie or the
 * store, and writes the changes of the session after the handler has answered.
 */
class KeptSessions {
  readonly #options: CheckedOptions
  readonly #sessions: Sessions

  constructor(options: CheckedOptions) {
    const { store, secrets, storeTimeout, name } = options
    const sealer = sealerOf(secrets)
    this.#options = options
    this.#sessions =
      store === undefined
        ? new SealedSessions(sealer, options, 4096 - LONGEST_PREFIX.length - name.length)
        : new StoredSessions(store, sealer, options, storeTimeout)
  }

  handle(request: ServerRequest, handler: RequestHandler): Awaitable<Response> {
    const jar = request.attribute(COOKIES)
    const cookie = jar.get(this.#nameIn(jar))
    if (cookie === undefined) return this.#serve(request, handler, jar, undefined)
    return this.#sessions.load(cookie).then((loaded) => this.#serve(request, handler, jar, loaded))
  }

  #serve(
    request: ServerRequest,
    handler: RequestHandler,
    jar: CookieJar,
    loaded: Loaded | undefined,
  ): Awaitable<Response> {
    const visit = new Visit(loaded?.record.values)
    const leave = (response: Response): Awaitable<Response> => {
      const drop = (error: unknown): never => {
        discard(response)
        throw error
      }
      if (visit.isUsed) addVary(response.headers, 'cookie')
      try {
        const kept = this.#keep(visit, loaded, jar, response.status)
        return kept === undefined ? response : kept.then(() => response, drop)
      } catch (error) {
        return drop(error)
      }
    }
    // An error does not tell how it is answered: an error handler before this may make a redirect of it.
    const fail = (error: unknown): never => {
      onOutcome(request, ({ status }) => {
        if (visit.isUsed) beforeSending(request, ({ headers }) => addVary(headers, 'cookie'))
        return this.#keep(visit, loaded, jar, status)
      })
      throw error
    }
    try {
      const answer = handler(request.withAttribute(SESSION, visit))
      return answer instanceof Promise ? answer.then(leave, fail) : leave(answer)
    } catch (error) {
      return fail(error)
    }
  }

  /** Keeps the changes that a request has made to its session; returns `undefined` if there is nothing to keep. */
  #keep(visit: Visit, loaded: Loaded | undefined, jar: CookieJar, status: number): Promise<void> | undefined {
    const { changes, isDestroyed, isRegenerated } = visit.leave()
    const isFailure = status >= 500
    if (isDestroyed) return this.#end(loaded, jar, isFailure ? NOTHING : changes)
    if (isFailure) return undefined
    if (loaded === undefined) return changes.size === 0 ? undefined : this.#set(jar, this.#sessions.begin(changes))
    if (isRegenerated) return this.#set(jar, this.#sessions.renew(loaded, changes))
    // A cache adds the headers of a 304 to the response that it has stored. So a 304 refreshes the cookie only if the
    // response depends on the session: it then has `Vary: Cookie`, and no other visitor gets it.
    const setsNoCookie = loaded.id !== '' && !loaded.isOld
    const isDue = loaded.isDue && (status !== 304 || visit.isUsed || setsNoCookie)
    return changes.size > 0 || isDue ? this.#set(jar, this.#sessions.save(loaded, changes)) : undefined
  }

  async #end(loaded: Loaded | undefined, jar: CookieJar, changes: ReadonlyMap<string, unknown>): Promise<void> {
    if (loaded) await this.#sessions.end(loaded)
    if (changes.size > 0) return this.#set(jar, this.#sessions.begin(changes))
    const { domain } = this.#options
    if (loaded) jar.delete(this.#nameIn(jar), { secure: this.#isSecure(jar), ...(domain !== undefined && { domain }) })
  }

  async #set(jar: CookieJar, made: Promise<string | undefined>): Promise<void> {
    const cookie = await made
    if (cookie === undefined) return
    const { domain, sameSite = 'lax', persistent, lifetime } = this.#options
    jar.set(this.#nameIn(jar), cookie, {
      secure: this.#isSecure(jar),
      sameSite,
      ...(domain !== undefined && { domain }),
      ...(persistent && { maxAge: lifetime }),
    })
  }

  #isSecure(jar: CookieJar): boolean {
    return this.#options.secure ?? jar.secure
  }

  #nameIn(jar: CookieJar): string {
    return nameIn(this.#options, this.#isSecure(jar))
  }
}

/**
 * The name of the cookie. If `isSecure` is true, it has the prefix `__Host-`, or `__Secure-` if the cookie has a
 * domain. Browsers accept either prefix only over TLS, and `__Host-` only on a cookie without a domain.
 */
function nameIn({ domain, name }: CheckedOptions, isSecure: boolean): string {
  if (!isSecure) return name
  return `${domain === undefined ? '__Host-' : '__Secure-'}${name}`
}

const NOTHING: ReadonlyMap<string, unknown> = new Map()
const LONGEST_PREFIX = '__Secure-'

import { checkOptions, type OptionKind, optionKind } from '@app/core/extending'
import { parseCookie } from 'cookie'
import type { CookieJar, CookieOptions } from './cookie-jar.ts'
import { invalidCookie, withoutSecret } from './invalid-cookie.ts'
import type { Sealer } from './seal.ts'
import { type CookieAttributes, setCookieHeader } from './set-cookie.ts'
import type { Signer } from './signature.ts'

/** The signer and the sealer for the values of cookies. Both need a secret. */
export interface Protection {
  readonly signer: Signer
  readonly sealer: Sealer
}

/** The jar of one request: the cookies that the client has sent, and those that the response will set. */
export class RequestCookies implements CookieJar {
  readonly secure: boolean
  readonly #header: string | null
  readonly #protection: Protection | undefined
  readonly #changes: Map<string, Change> = new Map()
  #received: Readonly<Record<string, string | undefined>> | undefined
  #hasLeft = false

  constructor(header: string | null, secure: boolean, protection: Protection | undefined) {
    this.#header = header
    this.secure = secure
    this.#protection = protection
  }

  get names(): readonly string[] {
    return Object.keys(this.#parsed)
  }

  get hasSecret(): boolean {
    return this.#protection !== undefined
  }

  get(name: string): string | undefined {
    const change = this.#changes.get(name)
    if (change === undefined) return this.#parsed[name]
    return change.kind === 'plain' ? change.value : undefined
  }

  async getSigned(name: string): Promise<string | undefined> {
    return this.#read('signed', name, ({ signer }, value) => signer.verify(name, value))
  }

  async getSealed(name: string): Promise<string | undefined> {
    return this.#read('sealed', name, async ({ sealer }, value) => (await sealer.open(name, value))?.text)
  }

  set(name: string, value: string, options: CookieOptions = {}): void {
    const { signed = false, sealed = false, ...attributes } = given(name, options, CAN_SET)
    if (signed && sealed) throw invalidCookie(name, 'a sealed cookie is signed already; leave out signed.')
    const kind = sealed ? 'sealed' : signed ? 'signed' : 'plain'
    this.#change(name, { kind, value, attributes: { secure: this.secure, ...attributes } })
  }

  delete(name: string, attributes: Pick<CookieAttributes, 'domain' | 'path' | 'secure' | 'partitioned'> = {}): void {
    const gone = { secure: this.secure, ...given(name, attributes, CAN_DELETE), maxAge: 0, expires: new Date(0) }
    this.#change(name, { kind: 'deleted', value: '', attributes: gone })
  }

  /**
   * Returns the values of the `Set-Cookie` headers for the response, or a promise of them if a cookie has to be signed
   * or sealed first. After this call, a change of the jar throws an error.
   */
  leave(): readonly string[] | Promise<readonly string[]> {
    this.#hasLeft = true
    const headers = [...this.#changes].map(([name, change]) => this.#headerOf(name, change))
    return headers.some((header) => header instanceof Promise) ? Promise.all(headers) : (headers as string[])
  }

  get #parsed(): Readonly<Record<string, string | undefined>> {
    this.#received ??= parseCookie(this.#header ?? '')
    return this.#received
  }

  #read(
    kind: Change['kind'],
    name: string,
    open: (protection: Protection, value: string) => Promise<string | undefined>,
  ): Promise<string | undefined> | string | undefined {
    const change = this.#changes.get(name)
    if (change !== undefined) return change.kind === kind ? change.value : undefined
    const protection = this.#protected(name)
    const value = this.#parsed[name]
    return value === undefined ? undefined : open(protection, value)
  }

  #change(name: string, change: Change): void {
    if (this.#hasLeft)
      throw invalidCookie(name, 'the answer was sent already, so that it is too late to change its cookies.')
    // Checks the cookie at once, so that the error comes from the line that sets it.
    setCookieHeader(name, change.value, change.attributes)
    if (change.kind === 'signed' || change.kind === 'sealed') this.#protected(name)
    this.#changes.set(name, change)
  }

  #headerOf(name: string, { kind, value, attributes }: Change): string | Promise<string> {
    if (kind === 'plain' || kind === 'deleted') return setCookieHeader(name, value, attributes)
    const { signer, sealer } = this.#protected(name)
    const made = kind === 'signed' ? signer.sign(name, value) : sealer.seal(name, value)
    return made.then((text) => setCookieHeader(name, text, attributes))
  }

  #protected(name: string): Protection {
    if (this.#protection !== undefined) return this.#protection
    throw withoutSecret(name)
  }
}

/** Checks the options of a cookie. */
function given<O extends object>(
  cookie: string,
  options: O,
  kinds: { readonly [K in keyof Required<O>]: OptionKind },
): O {
  return checkOptions(`The cookie ${JSON.stringify(cookie)}`, options, kinds)
}

/** The kind of an option whose value `setCookieHeader` checks later: any value is accepted here. */
const LATER: OptionKind = { wants: 'what a header can hold', accepts: () => true }
const { boolean } = optionKind
const CAN_DELETE = { domain: LATER, path: LATER, secure: boolean, partitioned: boolean }
const CAN_SET = {
  ...CAN_DELETE,
  maxAge: LATER,
  expires: LATER,
  httpOnly: boolean,
  sameSite: LATER,
  signed: boolean,
  sealed: boolean,
}

interface Change {
  readonly kind: 'plain' | 'signed' | 'sealed' | 'deleted'
  readonly value: string
  readonly attributes: CookieAttributes
}

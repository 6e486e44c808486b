import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { SITE } from './browser.test.helper.ts'

/** The answer of an issuer in place of its usual one: a body, a status, or nothing at all. */
export type Answer = { readonly status?: number; readonly body?: unknown } | 'hangs'

/** An issuer that can be made to attack, and to fail. */
export class FakeIssuer {
  readonly url: string
  /** The requests by their paths. */
  readonly asked: string[] = []
  /** Answers in place of the usual ones, by paths. */
  readonly answers: Record<string, Answer> = {}
  /** Claims of the next ID tokens in place of the usual ones. */
  claims: Record<string, unknown> = {}
  metadata: Record<string, unknown> = {}
  /** How the next ID tokens are signed. */
  signs: 'rightly' | 'not at all' | 'with a foreign key' | 'with the public key as a secret' = 'rightly'
  /** Parameters of the callback in place of the usual ones; `undefined` leaves one out. */
  answer: Record<string, string | undefined> = {}
  #nonce = ''
  readonly #pairs: readonly [GenerateKeyPairResult, GenerateKeyPairResult]

  private constructor(url: string, pairs: readonly [GenerateKeyPairResult, GenerateKeyPairResult]) {
    this.url = url
    this.#pairs = pairs
  }

  static async start(): Promise<FakeIssuer> {
    madePairs ??= Promise.all([newPair(), newPair()])
    const pairs = await madePairs
    const server = createServer((incoming, outgoing) => void issuer.#handle(incoming, outgoing))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const issuer = new FakeIssuer(url, pairs)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return issuer
  }

  /** Returns the URL of the callback to which the issuer sends a browser that came with this redirect. */
  callback(location: string | null): string {
    const { searchParams } = new URL(location ?? '')
    this.#nonce = searchParams.get('nonce') ?? ''
    const all = { code: 'code', state: searchParams.get('state') ?? '', iss: this.url, ...this.answer }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${searchParams.get('redirect_uri') ?? SITE}?${new URLSearchParams(given)}`
  }

  async #handle({ url: path = '' }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.asked.push(path)
    const answer = this.answers[path]
    if (answer === 'hangs') return
    const body = answer?.body ?? (await this.#body(path))
    outgoing.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  async #body(path: string): Promise<unknown> {
    if (path === '/token') return { access_token: 'access', token_type: 'bearer', id_token: await this.#idToken() }
    if (path === '/keys') return { keys: [{ ...(await exportJWK(this.#pairs[0].publicKey)), alg: 'RS256', kid: 'a' }] }
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    }
  }

  async #idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const usual = { iss: this.url, aud: 'app', sub: 'ada', nonce: this.#nonce, iat: now, exp: now + 300 }
    const claims = { ...usual, ...this.claims }
    if (this.signs === 'not at all') return new UnsecuredJWT(claims).encode()
    const [own, foreign] = this.#pairs
    if (this.signs === 'with the public key as a secret') {
      const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(own.publicKey)))
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'a' }).sign(secret)
    }
    const key = this.signs === 'rightly' ? own.privateKey : foreign.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'a' }).sign(key)
  }
}

const newPair = () => generateKeyPair('RS256', { extractable: true })

/** An own pair and a foreign one. All issuers of a test file share them, since making a pair takes a tenth of a second. */
let madePairs: Promise<readonly [GenerateKeyPairResult, GenerateKeyPairResult]> | undefined

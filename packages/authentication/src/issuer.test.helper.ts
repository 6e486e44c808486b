import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Application, json } from '@app/core'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { authentication, type BearerAuthenticatorOptions, bearerAuthenticator, IDENTITY } from './index.ts'

export const ISSUER = 'https://issuer.example'
export const API = 'https://api.example'

/** A pair of keys of an issuer: the public key, and a function that signs tokens with the private key. */
export interface SigningKey {
  readonly jwk: JWK
  sign(claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>
}

export async function signingKey(
  kid: string,
  alg = 'ES256',
  options: { nameless?: boolean } = {},
): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), alg, use: 'sig', ...(!options.nameless && { kid }) }
  return {
    jwk,
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...valid(), ...claims })
        .setProtectedHeader({ alg, ...(!options.nameless && { kid }), ...header })
        .sign(privateKey),
  }
}

/**
 * Returns valid claims. Claims that a test passes to `sign` replace these; a claim passed as `undefined` is left out.
 */
export function valid(): JWTPayload {
  const now = Math.floor(Date.now() / 1_000)
  return { iss: ISSUER, aud: API, sub: 'ada', iat: now, exp: now + 300 }
}

/** Starts the server of an issuer on loopback. The server answers with `answer`, and counts its requests. */
export async function issuer(answer: {
  body: unknown
  status?: number
}): Promise<{ url: string; asked: () => number; stop: () => Promise<void> }> {
  let asked = 0
  const server = createServer((_incoming, outgoing) => {
    asked++
    outgoing.writeHead(answer.status ?? 200, { 'content-type': 'application/json', connection: 'close' })
    outgoing.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/jwks.json`, asked: () => asked, stop }
}

/**
 * Makes an application with `bearerAuthenticator`, with functions that send a token or a whole header `Authorization`.
 */
export function protectedBy(options: Partial<BearerAuthenticatorOptions>) {
  const errors: unknown[] = []
  const all = { issuer: ISSUER, audience: API, ...options } as BearerAuthenticatorOptions
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe(authentication({ authenticators: [bearerAuthenticator(all)], required: true }))
  app.pipe((request) => json(request.attribute(IDENTITY) ?? null))
  const askHeader = (authorization: string) => app.request('/', { headers: { authorization } })
  const ask = async (token: string): Promise<unknown> => {
    const response = await askHeader(`Bearer ${token}`)
    return response.ok ? response.json() : response.status
  }
  return { ask, askHeader, errors }
}

import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs by the rules of Standard Webhooks: id, time and body, with a secret that both sides have. */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** True if one of the signatures of a header is right. There are several while a secret is replaced. */
export function isSigned(header: string, expected: string): boolean {
  const wanted = Buffer.from(expected)
  return header.split(' ').some((one) => {
    const given = Buffer.from(one)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

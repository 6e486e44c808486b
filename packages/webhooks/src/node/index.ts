import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestOverHttp } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { boundedText } from '../bounded-text.ts'
import { DeliveryError } from '../delivery-error.ts'
import type { Message, Sent } from '../message.ts'
import { isPublic, isWithin, networksIn } from './public-address.ts'

/**
 * Sends a POST request over a new connection, to an address that was checked.
 *
 * Rejects with a `DeliveryError` that is final for a URL or a host that is refused.
 */
export async function send(url: string, { networks, headers, body, signal, responseLimit }: Message): Promise<Sent> {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (!target || (target.protocol !== 'https:' && target.protocol !== 'http:')) throw refused('is not an https: URL')
  if (target.username || target.password) throw refused('has a password')
  const allowed = networksIn(networks)
  const isOverHttp = target.protocol === 'http:'
  const check = (address: string) => {
    if (isWithin(address, allowed)) return
    if (isOverHttp) throw refused('is not an https: URL')
    if (!isPublic(address)) throw refused(`has the address ${address}, which is not one of the public internet`)
  }
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // Node looks up no address.
  if (isIP(host)) check(host)
  // The connection is made to the addresses that are checked here, and the host is not looked up again. If one of them
  // is refused, all are.
  const lookup: LookupFunction = (name, options, callback) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      try {
        if (error) throw error
        for (const { address } of addresses) check(address)
        const [first] = addresses
        if (options.all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      } catch (refusal) {
        callback(refusal as Error, [])
      }
    })
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = String(Buffer.byteLength(body))
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      signal,
      lookup,
      agent: false,
    } as const
    const request = isOverHttp ? requestOverHttp(target, options) : requestOverTls(target, options)
    request.on('response', resolve).on('error', reject).end(body)
  })
  const { statusCode = 0 } = response
  const retryAfter = response.headers['retry-after']
  try {
    return { status: statusCode, retryAfter, body: await boundedText(response, responseLimit) }
  } finally {
    response.destroy()
  }
}

function refused(why: string): DeliveryError {
  return new DeliveryError(`The URL of the subscriber ${why}`, { isFinal: true })
}

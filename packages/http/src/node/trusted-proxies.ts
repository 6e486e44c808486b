import type { BlockList } from 'node:net'

/** The proxies whose headers about clients are trusted. */
export class TrustedProxies {
  readonly #ranges: BlockList

  /** Throws a `TypeError` unless `ranges` is a list of addresses, ranges and names of ranges. */
  constructor(ranges: readonly string[]) {
    this.#ranges = new (process.getBuiltinModule('node:net').BlockList)()
    if (!Array.isArray(ranges)) throw notTrustable(ranges)
    for (const range of ranges) for (const part of NAMED.get(range) ?? [range]) this.#add(part)
  }

  has(address: string): boolean {
    return this.#ranges.check(address, familyOf(address))
  }

  /**
   * Finds the address of the client. `peer` is the address of the connection; in `X-Forwarded-For`, each proxy has
   * appended the address that it got the request from.
   *
   * The search begins with `peer`, and goes through the header from its end to its beginning, as long as the current
   * address belongs to a trusted proxy and the next address is well-formed.
   */
  clientOf(peer: string, forwardedFor: string): string {
    const hops = forwardedFor.split(',')
    let client = peer
    for (let i = hops.length - 1; i >= 0 && this.has(client); i--) {
      const before = parseAddress((hops[i] as string).trim())
      if (before === undefined) break
      client = before
    }
    return client
  }

  #add(range: string): void {
    const [, network, bits] = (typeof range === 'string' && RANGE.exec(range)) || []
    const address = network === undefined ? undefined : parseAddress(network)
    if (address === undefined) throw notTrustable(range)
    const family = familyOf(address)
    const most = family === 'ipv6' ? 128 : 32
    const prefix = Number(bits ?? most)
    // Refuses more bits than the address has, and an address with a port. Also refuses IPv4 mapped into IPv6
    // (`::ffff:10.0.0.0/8`): the number of bits could belong to the IPv4 or to the IPv6 address.
    if (prefix > most || (family === 'ipv4' && network?.includes(':'))) throw notTrustable(range)
    this.#ranges.addSubnet(address, prefix, family)
  }
}

/**
 * Returns the canonical spelling of an IP address; `undefined` for any other text.
 *
 * Drops port, brackets and zone. Converts IPv4 mapped into IPv6 back to IPv4.
 */
export function parseAddress(text: string): string | undefined {
  const { isIP, SocketAddress } = process.getBuiltinModule('node:net')
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? []
  const bare = bracketed ?? dotted ?? text
  const family = isIP(bare)
  if (family !== 6) return family === 4 ? bare : undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return MAPPED.exec(address)?.[1] ?? address
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

function notTrustable(value: unknown): TypeError {
  return new TypeError(
    'The server option trustProxy must be a list of addresses such as "10.0.0.7", ranges such as "10.0.0.0/8" and "fd00::/8", ' +
      `and the names "loopback" and "private", got ${JSON.stringify(value)}`,
  )
}

const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])
const RANGE = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

import { OptionError } from '@app/core/extending'
import ipaddr from 'ipaddr.js'

type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Reads networks such as `10.1.0.0/16`. Throws an `OptionError` for another text. */
export function networksIn(texts: readonly string[]): readonly Network[] {
  return texts.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
    throw new OptionError('deliver()', 'networks', `"networks" must be networks such as "10.1.0.0/16", got "${text}".`)
  })
}

/** True if an address is in one of the networks. An IPv4 address that an IPv6 address contains counts as the former. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const parsed = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

/**
 * True if an address is one of the public internet. Private, local and reserved addresses are not, nor are those of
 * IPv6 that lead to an IPv4 address by a translation or a tunnel.
 */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3)
}

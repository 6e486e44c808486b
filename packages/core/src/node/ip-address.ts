/**
 * An IP address in its one spelling, `undefined` for what is none.
 *
 * A port, brackets and a zone are dropped; an IPv4 address that is mapped into IPv6 is IPv4 again.
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

const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

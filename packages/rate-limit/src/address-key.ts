import type { ServerRequest } from '@app/core'

/**
 * Returns the address by which a request is counted by default: for IPv4 the address itself, for IPv6 the network of 64
 * bits, since a client has all addresses of its network. `undefined` if the platform does not know the address; a line
 * on the console then says so once.
 *
 * For a `key` that is the address only for some requests.
 *
 * @example
 * rateLimit({ key: (request) => request.attribute(IDENTITY)?.id ?? addressKey(request) })
 */
export function addressKey({ clientAddress }: ServerRequest): string | undefined {
  if (clientAddress !== undefined) return networkOf(clientAddress)
  if (!hasWarned) console.warn(NO_ADDRESS)
  hasWarned = true
  return undefined
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const embedded = address.slice(address.lastIndexOf(':') + 1)
  if (embedded.includes('.')) return embedded
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

let hasWarned = false

const NO_ADDRESS =
  'rateLimit(): the address of a request is unknown here, so that the request is not limited. Give a key by which requests are counted: ' +
  "rateLimit({ key: (request) => request.headers.get('cf-connecting-ip') ?? undefined })."

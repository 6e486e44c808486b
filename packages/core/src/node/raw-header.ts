import type { IncomingMessage } from 'node:http'

/**
 * The first header of a name, in lower case, straight off the list as it came.
 *
 * Reading it from `headers` would have node build all of them.
 */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isNamed(rawHeaders[i] as string, name)) return rawHeaders[i + 1]
  }
  return undefined
}

/** Whether a name as it came is this one, given in lower case. */
export function isNamed(name: string, lower: string): boolean {
  return name.length === lower.length && (name === lower || name.toLowerCase() === lower)
}

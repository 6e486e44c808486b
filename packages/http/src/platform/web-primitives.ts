/** Logs an error, preceded by `text` if that is given. Never throws, even if formatting the error does. */
export function printError(error: unknown, text?: string): void {
  try {
    if (text === undefined) console.error(error)
    else console.error(text, error)
  } catch {
    console.error('An error that cannot be shown')
  }
}

/** Does nothing: the platform collects the output. */
export function outliveOutput(): void {}

/** Returns the number of bytes that a string has in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Decodes UTF-8 as Fetch does: drops a byte order mark, and replaces invalid bytes by U+FFFD. */
export function decodeUtf8(bytes: Uint8Array<ArrayBuffer>): string {
  decoder ??= new TextDecoder()
  return decoder.decode(bytes)
}

let decoder: InstanceType<typeof TextDecoder> | undefined

/**
 * Does nothing, so that a bundle stays small. On node this function adds hints to the errors of code that takes a
 * `ServerRequest` for a `Request`; here the compiler alone refuses such code.
 */
export function sayRaw(_view: object): void {}

/**
 * Returns the function unchanged: on this platform the listeners to the end of a request are called in the asynchronous
 * context of the request anyway.
 */
export function bindContext<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  return call
}

/** Always `false`: programs on platforms other than node are taken to serve the public. */
export function isDevelopment(): boolean {
  return false
}

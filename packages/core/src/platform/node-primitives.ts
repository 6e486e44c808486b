import type { TracingChannel } from 'node:diagnostics_channel'

/** A process that stays compiles before its first request. */
export function atStartup(_work: () => void): void {}

export function warn(message: string): void {
  process.emitWarning(message, 'ApplicationWarning')
}

/** Never throws, although what is reported may. */
export function reportError(error: unknown): void {
  try {
    console.error(error)
  } catch {
    console.error('An error that cannot be shown')
  }
}

/** Whether the program says that it is no production: what must never happen is looked for then. */
export function isWatched(): boolean {
  const { NODE_ENV } = process.env
  return NODE_ENV === 'development' || NODE_ENV === 'test'
}

export function tracingChannel<M extends object>(name: string): TracingChannel<unknown, M> {
  return process.getBuiltinModule('node:diagnostics_channel').tracingChannel<unknown, M>(name)
}

/** Whether lines that are printed are read by a person, and whether that person sees colours. */
export function terminal(): { readonly isTerminal: boolean; readonly hasColors: boolean } {
  const isTerminal = process.stdout.isTTY === true
  return { isTerminal, hasColors: isTerminal && process.stdout.hasColors() }
}

/** How many octets a text is when it is sent. */
export function octetLength(text: string): number {
  return Buffer.byteLength(text)
}

/** UTF-8 as Fetch reads it: a byte order mark is dropped, what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

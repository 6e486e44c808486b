import type { TracingChannel } from 'node:diagnostics_channel'

/** An edge runtime is generous while it starts, and permits there what it forbids later, such as generating code. */
export function atStartup(work: () => void): void {
  queueMicrotask(work)
}

export function warn(message: string): void {
  console.warn(message)
}

/** Never throws, although what is reported may. */
export function reportError(error: unknown): void {
  try {
    console.error(error)
  } catch {
    console.error('An error that cannot be shown')
  }
}

/** There is no environment that could ask for it. */
export function isWatched(): boolean {
  return false
}

/** There is nobody who could listen. */
export function tracingChannel<M extends object>(_name: string): TracingChannel<unknown, M> | undefined {
  return undefined
}

/** What is printed is collected by the platform. */
export function terminal(): { readonly isTerminal: boolean; readonly hasColors: boolean } {
  return { isTerminal: false, hasColors: false }
}

/** How many octets a text is when it is sent. */
export function octetLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** UTF-8 as Fetch reads it: a byte order mark is dropped, what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(octets: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder().decode(octets)
}

import type { TracingChannel } from 'node:diagnostics_channel'
import { checkOptions, type ResponseOptions } from '../messages/response-options.ts'

/** The platform's own response: a runtime that serves `fetch` takes no other. */
export function createResponse(body: string | null, contentType: string | undefined, init?: ResponseOptions): Response {
  const { status = 200, statusText = '', headers: given } = checkOptions(init)
  const headers = new Headers(given)
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType)
  return new Response(body, { status, statusText, headers })
}

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

import { createResponse } from '#create-response'
import type { Bytes } from './content.ts'
import type { ResponseOptions } from './response-options.ts'

/**
 * Runs an operation, and returns its result in a form that can be compared: the value, or the error that it throws or
 * rejects with.
 */
export async function outcomeOf(operation: () => unknown): Promise<unknown> {
  let value: unknown
  try {
    value = operation()
  } catch (error) {
    return `throws ${kindOf(error)}`
  }
  try {
    return await plain(await value)
  } catch (error) {
    return `rejects with ${kindOf(error)}`
  }
}

/**
 * Makes a `LightResponse` by `createResponse` of this package. It has the properties that the platform's own response
 * has for the same arguments.
 */
export function light(body: string | Bytes | null, init?: unknown): Response {
  const type = typeof body === 'string' ? 'text/plain;charset=UTF-8' : undefined
  return createResponse(body, type, init as ResponseOptions)
}

/** Makes the platform's own response from the given values. */
export function real(body: string | Bytes | null, init?: unknown): Response {
  return new Response(body, init as ResponseOptions)
}

/** Makes the `LightHeaders` of a `LightResponse`. */
export function lightHeaders(init?: unknown): Headers {
  return light(null, { headers: init }).headers
}

/** Makes the platform's own headers. */
export function realHeaders(init?: unknown): Headers {
  return new Headers(init as Headers)
}

/** Returns a string with the name of an error and whether it is a `TypeError`, to compare two errors by their kind. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return `${typeof error} ${String(error)}`
  return error instanceof TypeError ? `${error.name}, a TypeError` : error.name
}

/** Converts values of the platform to plain objects, so that a test can compare them. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Promise) return plain(await value)
  if (Array.isArray(value)) return Promise.all(value.map(plain))
  if (value instanceof Response) return plainResponse(value)
  if (value instanceof Headers) return { headers: [...value], cookies: value.getSetCookie() }
  if (value instanceof FormData) return { form: await Promise.all([...value].flat().map(plain)) }
  if (value instanceof File) return { file: value.name, type: value.type, text: await value.text() }
  if (value instanceof Blob) return { blob: value.type, size: value.size, text: await value.text() }
  if (value instanceof ReadableStream) return { stream: value.locked }
  if (value instanceof Uint8Array) return { bytes: [...value], type: value.constructor.name }
  if (value instanceof ArrayBuffer) return { buffer: [...new Uint8Array(value)] }
  return value
}

async function plainResponse(response: Response): Promise<unknown> {
  const { status, statusText, ok, type, url, redirected, headers, bodyUsed } = response
  const text = await response.text().catch(kindOf)
  return { status, statusText, ok, type, url, redirected, headers: await plain(headers), bodyUsed, text }
}

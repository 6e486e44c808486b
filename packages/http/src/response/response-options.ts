import { UsageError } from '@app/checks'
import { headerName, headerValue } from './header-syntax.ts'
import { LightHeaders } from './light-headers.ts'

/** The second argument of the platform's `Response`: status, status text, headers. */
export type ResponseOptions = NonNullable<ConstructorParameters<typeof Response>[1]>

/**
 * Checks the options of a helper; `null` and `undefined` mean no options. Throws a `TypeError` for any other value that
 * is not an object.
 */
export function checkResponseOptions(init: ResponseOptions | null | undefined): ResponseOptions {
  if (init === undefined || init === null) return {}
  if (typeof init === 'object' || typeof init === 'function') return init
  throw new TypeError(`A response's options are an object, got ${String(init)}`)
}

/**
 * Returns the status as a number. Throws as the platform does if the status is out of range or does not allow the body.
 */
export function checkStatus(status: number | undefined, hasBody: boolean): number {
  if (status === undefined || status === 200) return 200
  const code = toStatus(status)
  if (code < 200 || code > 599) {
    throw new RangeError(`A response's status is an integer from 200 to 599, got ${status}`)
  }
  if (hasBody && (code === 204 || code === 205 || code === 304)) {
    throw new TypeError(`A response with status ${code} has no body`)
  }
  return code
}

/** Converts a value to a number of 16 bits, as Web IDL does for a status. */
export function toStatus(status: number): number {
  return Number(status) & 0xffff
}

/** Returns the status text. Throws as the platform does for characters that a status line cannot have. */
export function checkStatusText(statusText: string | undefined): string {
  if (statusText === undefined) return ''
  const text = `${statusText}`
  if (STATUS_TEXT.test(text)) return text
  throw new TypeError(`A response's status text is one line of Latin-1, got ${JSON.stringify(text)}`)
}

/**
 * Converts headers, in any form that `Headers` takes, to a flat list with names in lower case. Adds the content type if
 * they have none.
 */
export function headerList(init: ResponseOptions['headers'], contentType: string | undefined): string[] {
  if (init === undefined) return contentType === undefined ? [] : ['content-type', contentType]
  const list = isRecord(init) ? listOfMap(init) : (LightHeaders.copyOf(init) ?? [...new Headers(init)].flat())
  if (contentType !== undefined && !hasContentType(list)) list.push('content-type', contentType)
  return list
}

function listOfMap(map: Readonly<Record<string, string>>): string[] {
  const list: string[] = []
  for (const [name, value] of Object.entries(map)) {
    const lower = headerName(name)
    list.push(lower, headerValue(value, lower))
  }
  return list
}

/**
 * True if headers are a plain map. The platform reads all other forms, so that it refuses unusual input in its own way.
 */
function isRecord(init: NonNullable<ResponseOptions['headers']>): init is Readonly<Record<string, string>> {
  if (typeof init !== 'object' || init === null || Symbol.iterator in init) return false
  return Reflect.ownKeys(init).every((key) => typeof key === 'string')
}

function hasContentType(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) if (list[i] === 'content-type') return true
  return false
}

const STATUS_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/

/** Makes the error for a response that cannot be sent, since it was sent or its body was read before. */
export function responseUsed(how: 'sent' | 'read'): UsageError {
  return new UsageError(
    'APP_RESPONSE_USED',
    `This response was ${how} before. Make one for each request, or answer with response.clone().`,
  )
}

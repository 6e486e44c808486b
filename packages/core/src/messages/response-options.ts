import { headerName, headerValue, noteLatin1 } from './header-syntax.ts'

/** What the platform's `Response` takes beside a body: status, status text, headers. */
export type ResponseOptions = NonNullable<ConstructorParameters<typeof Response>[1]>

/** What a helper was given for options. Throws a `TypeError` for what is no object, but takes `null` for none. */
export function checkOptions(init: ResponseOptions | null | undefined): ResponseOptions {
  if (init === undefined || init === null) return {}
  if (typeof init === 'object' || typeof init === 'function') return init
  throw new TypeError(`A response's options are an object, got ${String(init)}`)
}

/** A status that may be sent with or without a body. Throws as the platform does. */
export function checkStatus(status: number | undefined, hasBody: boolean): number {
  if (status === undefined || status === 200) return 200
  const code = toStatus(status)
  if (code < 200 || code > 599) {
    throw new RangeError(`A response's status is a whole number from 200 to 599, got ${status}`)
  }
  if (hasBody && (code === 204 || code === 205 || code === 304)) {
    throw new TypeError(`A response with status ${code} has no body`)
  }
  return code
}

/** A number of 16 bits, as Web IDL makes it of anything that is given for a status. */
export function toStatus(status: number): number {
  return Number(status) & 0xffff
}

/** Throws as the platform does for a text that no status line can carry. */
export function checkStatusText(statusText: string | undefined): string {
  if (statusText === undefined) return ''
  const text = `${statusText}`
  if (STATUS_TEXT.test(text)) {
    noteLatin1(text)
    return text
  }
  throw new TypeError(`A response's status text is one line of Latin-1, got ${JSON.stringify(text)}`)
}

/** A flat, lower-cased list of headers from any form that `Headers` takes, with a content type where it has none. */
export function headerList(init: ResponseOptions['headers'], contentType: string | undefined): string[] {
  if (init === undefined) return contentType === undefined ? [] : ['content-type', contentType]
  const list = isMap(init) ? listOfMap(init) : listOfHeaders(new Headers(init))
  if (contentType !== undefined && !hasContentType(list)) list.push('content-type', contentType)
  return list
}

function listOfHeaders(headers: Headers): string[] {
  const list = [...headers].flat()
  list.forEach(noteLatin1)
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

/** Whatever is no plain map is read by the platform, so that odd input is refused as it refuses it. */
function isMap(init: NonNullable<ResponseOptions['headers']>): init is Readonly<Record<string, string>> {
  if (typeof init !== 'object' || init === null || Symbol.iterator in init) return false
  return Reflect.ownKeys(init).every((key) => typeof key === 'string')
}

function hasContentType(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) if (list[i] === 'content-type') return true
  return false
}

const STATUS_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/

import { checkName, checkValue, LightHeaders } from './light-headers.ts'

/** What the platform's `Response` takes beside a body: status, status text, headers. */
export type ResponseOptions = NonNullable<ConstructorParameters<typeof Response>[1]>

/** A status that may be sent with or without a body. Throws as the platform does. */
export function checkStatus(status: number | undefined, hasBody: boolean): number {
  if (status === undefined || status === 200) return 200
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`A response's status is a whole number from 200 to 599, got ${status}`)
  }
  if (hasBody && (status === 204 || status === 205 || status === 304)) {
    throw new TypeError(`A response with status ${status} has no body`)
  }
  return status
}

/** Throws as the platform does for a text that no status line can carry. */
export function checkStatusText(statusText: string | undefined): string {
  if (!statusText) return ''
  if (STATUS_TEXT.test(statusText)) return statusText
  throw new TypeError(`A response's status text is one line of Latin-1, got ${JSON.stringify(statusText)}`)
}

/** A flat, lower-cased list of headers from any form that `Headers` takes, with a content type where it has none. */
export function headerList(init: ResponseOptions['headers'], contentType: string | undefined): string[] {
  const list: string[] = []
  if (init !== undefined) addAll(list, init)
  if (contentType !== undefined && !hasContentType(list)) list.push('content-type', contentType)
  return list
}

function addAll(list: string[], init: NonNullable<ResponseOptions['headers']>): void {
  // Whatever is not a plain map is read by the platform, so that odd input is refused as it refuses it.
  const isMap = typeof init === 'object' && init !== null && !(Symbol.iterator in init)
  const own = isMap ? Reflect.ownKeys(init) : []
  const source = isMap && own.every((key) => typeof key === 'string') ? Object.entries(init) : new Headers(init)
  for (const [name, value] of source) {
    const lower = checkName(name, 'constructor')
    list.push(lower, checkValue(value, 'constructor', lower))
  }
}

function hasContentType(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) if (list[i] === 'content-type') return true
  return false
}

const STATUS_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/

/** Copies the headers of any response into a list that can be changed. */
export function copyHeaders(headers: Headers): string[] {
  return LightHeaders.isLight(headers) ? [...LightHeaders.listOf(headers)] : [...headers].flat()
}

import { bodyStream, bodyType, formBody, jsonBody, multipartBody, readBody, textBody } from '@app/body-parser'
import { HttpError, type ServerRequest } from '@app/core'
import type { Content } from '../content.ts'
import { InputError } from './input-error.ts'

/** Reads the body of a request, without validating it; `undefined` for a request without a body. */
export type BodyReader = (request: ServerRequest) => unknown | Promise<unknown>

/**
 * Makes the reader of a described body.
 *
 * The reader throws an `InputError` of 415 for a body of another media type, before anything is read, and an
 * `InputError` of 400 for a body that cannot be parsed as its media type. If the body has more bytes than the route
 * allows, the reader passes on the `HttpError` of 413.
 */
export function bodyReader(content: Content): BodyReader {
  const read = READERS[content.kind] ?? readNothing
  const takes = takesType(content.type)
  const nothing = WITHOUT_BODY[content.kind]
  return (request) => {
    if (!request.hasBody) return nothing?.()
    if (request.headers.get('content-type') !== content.type) checkType(request, content.type, takes)
    const body = read(request)
    return body instanceof Promise ? body.catch(throwUnreadable) : body
  }
}

function checkType(request: ServerRequest, type: string, takes: (essence: string) => boolean): void {
  let message: string
  try {
    const { essence } = bodyType(request)
    if (takes(essence)) return
    message = `expected ${type}, got ${essence}`
  } catch (error) {
    if (!HttpError.is(error)) throw error
    message = `expected ${type}. ${error.message}`
  }
  throw new InputError(415, [{ in: 'body', path: [], message }], { headers: { accept: type } })
}

/**
 * Makes the function that checks whether a media type is the described one, or in a described range such as `image/*`.
 */
function takesType(type: string): (essence: string) => boolean {
  if (type === '*/*') return () => true
  if (type.endsWith('/*')) return (essence) => essence.startsWith(type.slice(0, -1))
  return (essence) => essence === type
}

const READERS: Readonly<Partial<Record<Content['kind'], BodyReader>>> = {
  json: (request) => (isCoded(request) ? bytes(request).then(parseBytes) : request.text().then(parseJson)),
  form: (request) => bytes(request).then((read) => formBody.parse(read, bodyType(request))),
  multipart: (request) => bytes(request).then((read) => multipartBody.parse(read, bodyType(request))),
  text: (request) => bytes(request).then((read) => textBody.parse(read, bodyType(request))),
  bytes: (request) => bytes(request).then((read) => new Uint8Array(read)),
  stream: bodyStream,
}

const readNothing: BodyReader = () => undefined

/**
 * The values of a missing body, by the kind of content; for the other kinds it is `undefined`. A schema, if there is
 * one, then validates this value.
 */
const WITHOUT_BODY: Readonly<Partial<Record<Content['kind'], () => unknown>>> = {
  form: () => Object.create(null),
  text: () => '',
  bytes: () => new Uint8Array(0),
  stream: () => new ReadableStream({ start: (controller) => controller.close() }),
}

function bytes(request: ServerRequest): Promise<Uint8Array<ArrayBuffer>> {
  return readBody(request)
}

function isCoded(request: ServerRequest): boolean {
  return request.headers.has('content-encoding')
}

function parseBytes(bytes: Uint8Array<ArrayBuffer>): unknown {
  return bytes.length === 0 ? undefined : jsonBody.parse(bytes, JSON_TYPE)
}

/**
 * Parses JSON directly. If the text may have a key such as `__proto__`, `jsonBody` parses it instead, since `jsonBody`
 * checks every key.
 */
function parseJson(text: string): unknown {
  if (text === '') return undefined
  if (SUSPICIOUS.test(text)) return jsonBody.parse(new TextEncoder().encode(text), JSON_TYPE)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HttpError(400, "The request's body is not JSON", { cause: error })
  }
}

/** Matches names of keys that lead to a prototype, and every `\u`, since a key can be written with such escapes. */
const SUSPICIOUS = /__proto__|constructor|\\u/i
const JSON_TYPE = { essence: 'application/json', parameters: {} }

function throwUnreadable(error: unknown): never {
  if (!HttpError.is(error) || error.status !== 400) throw error
  throw new InputError(400, [{ in: 'body', path: [], message: (error as Error).message }], { cause: error })
}

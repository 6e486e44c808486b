import { HttpError } from '@app/core'
import { plainBody } from '@app/core/extending'

/** A response that can be sent, and the text by which a store keeps it. */
export interface Answer {
  readonly response: Response
  readonly kept: string
}

interface Stored {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** The bytes in base64; `null` for a body that was not kept. */
  readonly body: string | null
  /** True for an error of a request that has taken effect, or may have. */
  readonly isLost?: true
}

/** How long the end of a body is waited for, in seconds. */
const LONGEST = 1

/**
 * Reads the body of a response, so that it can be kept. A body of more than `limit` bytes, or whose end does not come
 * within a second, or that fails, is not kept: it is sent as it comes.
 */
export async function keepResponse(response: Response, limit: number): Promise<Answer> {
  const plain = plainBody(response)
  if (plain === null || (plain === undefined && response.body === null)) {
    return { response, kept: written(response, new Uint8Array()) }
  }
  if (typeof plain === 'string') {
    const bytes = new TextEncoder().encode(plain)
    return { response, kept: written(response, bytes.length <= limit ? bytes : null) }
  }
  const { whole, rest } = await readWithin(response.body as ReadableStream<Uint8Array | string>, limit)
  return { response: new Response(whole ?? rest, response), kept: written(response, whole ?? null) }
}

/** Makes the text by which a store keeps that a request does not run again, although its response was an error. */
export function failedResponse(status: number): string {
  const stored: Stored = { status, headers: [], body: null, ...(status >= 400 && { isLost: true }) }
  return JSON.stringify(stored)
}

/** Makes the response that a store has kept. Throws an `HttpError` if its body was not kept. */
export function repeatedResponse(kept: string): Response {
  const { status, headers, body, isLost } = JSON.parse(kept) as Stored
  if (isLost) throw new HttpError(status, LOST, { expose: true, headers: { [REPLAYED]: 'true' } })
  if (body === null) {
    const message = `The request with this Idempotency-Key was carried out, with status ${status}. Its response was not kept.`
    throw new HttpError(409, message, { expose: true })
  }
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  const response = new Response(BODYLESS.has(status) ? null : bytes, { status })
  for (const [name, value] of headers) response.headers.append(name, value)
  response.headers.set(REPLAYED, 'true')
  return response
}

const REPLAYED = 'idempotent-replayed'
const LOST =
  'The first request with this Idempotency-Key has taken effect, or may have, before it failed. It does not run again.'

function written({ status, headers }: Response, body: Uint8Array | null): string {
  const stored: Stored = {
    status,
    headers: [...headers].filter(([name]) => !NOT_KEPT.has(name)),
    body: body && toBase64(body),
  }
  return JSON.stringify(stored)
}

/** Reads a stream to its end, or returns a stream of what was read and of the rest. */
async function readWithin(stream: ReadableStream<Uint8Array | string>, limit: number) {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LONGEST * 1_000, undefined)
  })
  try {
    for (;;) {
      const next = reader.read()
      const step = await Promise.race([next, late]).catch(() => undefined)
      if (step === undefined) return { rest: restOf(chunks, reader, next) }
      if (step.done) return { whole: joined(chunks, size) }
      const chunk = typeof step.value === 'string' ? new TextEncoder().encode(step.value) : step.value
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) return { rest: restOf(chunks, reader) }
    }
  } finally {
    clearTimeout(timer)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array | string>

function restOf(chunks: readonly Uint8Array[], reader: Reader, pending?: ReturnType<Reader['read']>): ReadableStream {
  const read = [...chunks]
  let next = pending
  return new ReadableStream({
    async pull(controller) {
      const first = read.shift()
      if (first) return controller.enqueue(first)
      const step = await (next ?? reader.read())
      next = undefined
      if (step.done) return controller.close()
      controller.enqueue(typeof step.value === 'string' ? new TextEncoder().encode(step.value) : step.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

/** Headers of the connection, of the moment, and cookies: a cookie that was replaced since must not come back. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const BODYLESS: ReadonlySet<number> = new Set([204, 205, 304])

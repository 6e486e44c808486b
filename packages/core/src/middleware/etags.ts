import { checkOptions, optionKind } from '@app/checks'
import { discard, empty, evaluateConditions, HttpError, plainBody } from '@app/http'
import type { Middleware } from './middleware.ts'

/** Options of `etags`. */
export interface EtagsOptions {
  /** Maximum body in bytes that is hashed. A larger one gets no tag. Default: 1 MiB. */
  readonly limit?: number | undefined
}

/**
 * Middleware that gives the response to GET and HEAD an `ETag`, the hash of its body, and answers 304 if the client has
 * it already. The page is made anyway; a handler that knows the version before its work calls `conditional()`.
 *
 * Changes responses of 200 alone. One with a tag keeps it, and its conditions are evaluated too. A body that is not in
 * memory, such as a stream, one beyond the limit, and one with `Cache-Control: no-store` get no tag. Pipe
 * `compression()` before this middleware, so that the tag is that of the page. Throws an `OptionError` for an unknown or
 * invalid option.
 *
 * @example
 * app.pipe('/prices', etags())
 */
export function etags(options: EtagsOptions = {}): Middleware {
  const { limit = 1_048_576 } = checkOptions('etags()', options, { limit: optionKind.count })
  return async function etags(request, handler) {
    const response = await handler(request)
    const { headers } = response
    if ((request.method !== 'GET' && request.method !== 'HEAD') || response.status !== 200) return response
    const given = headers.get('etag') ?? undefined
    const isHashed = given === undefined && !/(?:^|,)\s*no-store\s*(?:,|$)/i.test(headers.get('cache-control') ?? '')
    const { etag = given, whole } = isHashed ? await tagged(response, limit) : {}
    // Only a body that was in memory has to be put into a new response.
    const answer = whole === undefined ? response : new Response(whole, response)
    if (etag === undefined) return answer
    if (given === undefined) answer.headers.set('etag', etag)
    const changed = Date.parse(headers.get('last-modified') ?? '')
    const current = { etag, ...(!Number.isNaN(changed) && { lastModified: changed }) }
    const status = evaluateConditions(request, current)
    if (status === 200) return answer
    discard(answer)
    if (status === 412) throw new HttpError(412)
    const kept = empty({ status })
    for (const [name, value] of answer.headers) if (!OF_BODY.has(name)) kept.headers.append(name, value)
    return kept
  }
}

/** Headers that describe the body, which a 304 does not have. */
const OF_BODY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
])

/** Returns the tag of a response, and its body if it had to be read. */
async function tagged(
  response: Response,
  limit: number,
): Promise<{ readonly etag?: string; readonly whole?: BodyInit }> {
  const plain = plainBody(response)
  if (plain === null) return {}
  if (typeof plain === 'string') {
    const bytes = new TextEncoder().encode(plain)
    return bytes.length > limit ? {} : { etag: await tagOf(bytes) }
  }
  if (response.body === null || Number(response.headers.get('content-length') ?? 0) > limit) return {}
  const { stream, bytes } = await inMemory(response.body, limit)
  return bytes ? { whole: bytes, etag: await tagOf(bytes) } : { whole: stream as ReadableStream }
}

type BodyInit = NonNullable<ConstructorParameters<typeof Response>[0]>

/** Returns the bytes of a stream whose chunks are all there, and otherwise a stream that lacks none of them. */
async function inMemory(
  body: ReadableStream,
  limit: number,
): Promise<{ readonly bytes?: Uint8Array<ArrayBuffer>; readonly stream?: ReadableStream }> {
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array | string>
  const chunks: Uint8Array[] = []
  let size = 0
  let pending: ReturnType<typeof reader.read> | undefined
  while (size <= limit) {
    pending = reader.read()
    const step = await atOnce(pending)
    if (step === undefined) break
    pending = undefined
    if (step.done) return { bytes: joined(chunks, size) }
    const chunk = typeof step.value === 'string' ? new TextEncoder().encode(step.value) : step.value
    chunks.push(chunk)
    size += chunk.length
  }
  const stream = new ReadableStream({
    async pull(controller) {
      const first = chunks.shift()
      if (first) return controller.enqueue(first)
      const step = await (pending ?? reader.read())
      pending = undefined
      if (step.done) controller.close()
      else controller.enqueue(typeof step.value === 'string' ? new TextEncoder().encode(step.value) : step.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { stream }
}

/** Returns the value of a promise if it comes without waiting for the network or a timer, else `undefined`. */
function atOnce<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 0, undefined)
    promise.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
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

async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${btoa(String.fromCharCode(...hash.subarray(0, 18)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}"`
}

import { describe, expect, test } from 'vitest'
import { light, outcomeOf, real } from './outcome.test-kit.ts'

/**
 * One operation on a response. Its result for a `LightResponse` is compared with its result for the platform's own
 * response.
 */
type Case = readonly [sentence: string, operation: (response: Response) => unknown]

const FORM = 'application/x-www-form-urlencoded'

const bodies: readonly (readonly [name: string, make: (of: typeof light) => Response])[] = [
  ['a text', (of) => of('hello')],
  ['an empty text', (of) => of('')],
  ['no body', (of) => of(null)],
  ['a 204', (of) => of(null, { status: 204 })],
  ['JSON with status and headers', (of) => of('{"a":[1,"ü"]}', { status: 201, headers: { 'content-type': 'a/b' } })],
  ['text beyond ASCII', (of) => of('grün \u{1f600} ﷽')],
  ['lone surrogates', (of) => of('a\ud800b\udc00')],
  ['a byte order mark', (of) => of('\ufeff{}')],
  ['two byte order marks', (of) => of('\ufeff\ufeffx')],
  ['a form', (of) => of('a=1&b=x%20y&a=2', { headers: { 'content-type': FORM } })],
]

const cases: readonly Case[] = [
  ['text()', (response) => response.text()],
  ['json()', (response) => response.json()],
  ['arrayBuffer()', (response) => response.arrayBuffer()],
  ['bytes()', (response) => response.bytes()],
  ['blob()', (response) => response.blob()],
  ['formData()', (response) => response.formData()],
  ['text() returns a promise', (response) => response.text() instanceof Promise],
  ['whether there is a body', (response) => response.body === null],
  ['body is the same each time', (response) => Object.is(response.body, response.body)],
  ['body reads as bytes', (response) => bytes(response)],
  ['bodyUsed before any read', (response) => response.bodyUsed],
  ['bodyUsed at once after text()', (response) => [void response.text(), response.bodyUsed]],
  ['bodyUsed at once after json()', (response) => [void response.json().catch(ignore), response.bodyUsed]],
  ['bodyUsed at once after blob()', (response) => [void response.blob(), response.bodyUsed]],
  ['bodyUsed at once after bytes()', (response) => [void response.bytes(), response.bodyUsed]],
  ['bodyUsed after body was accessed', (response) => [response.body === undefined, response.bodyUsed]],
  ['bodyUsed after a reader was taken', (response) => [response.body?.getReader() === undefined, response.bodyUsed]],
  ['bodyUsed after a read through body', async (response) => [await bytes(response), response.bodyUsed]],
  ['bodyUsed after body was cancelled', async (response) => [await response.body?.cancel(), response.bodyUsed]],
  ['text() twice', (response) => after(response.text(), () => response.text())],
  ['text() twice at once', (response) => Promise.all([response.text(), response.text()])],
  ['json() after text()', (response) => after(response.text(), () => response.json())],
  ['text() after json()', (response) => after(response.json(), () => response.text())],
  ['blob() after bytes()', (response) => after(response.bytes(), () => response.blob())],
  ['bytes() after blob()', (response) => after(response.blob(), () => response.bytes())],
  ['arrayBuffer() after text()', (response) => after(response.text(), () => response.arrayBuffer())],
  ['formData() after text()', (response) => after(response.text(), () => response.formData())],
  ['formData() after formData()', (response) => after(response.formData(), () => response.formData())],
  ['text() while a reader is taken', (response) => [response.body?.getReader(), response.text()].at(-1)],
  [
    'text() after the reader was released',
    (response) => [response.body?.getReader().releaseLock(), response.text()].at(-1),
  ],
  ['text() after a read through body', (response) => after(bytes(response), () => response.text())],
  ['text() after body was cancelled', (response) => after(response.body?.cancel(), () => response.text())],
  ['bytes() after body was accessed', (response) => [response.body, response.bytes()].at(-1)],
  ['whether there is a body after text()', (response) => after(response.text(), () => response.body === null)],
  ['whether body is locked after text()', (response) => after(response.text(), () => response.body?.locked)],
  ['a reader of body after text()', (response) => after(response.text(), () => response.body?.getReader())],
  ['bodyUsed after text() and body', (response) => after(response.text(), () => [!response.body, response.bodyUsed])],
  ['clone()', (response) => response.clone()],
  [
    'clone() can be read, and so can the original',
    (response) => Promise.all([response.clone().text(), response.text()]),
  ],
  ['clone() of a clone()', (response) => response.clone().clone()],
  ['clone() after text()', (response) => after(response.text(), () => response.clone())],
  ['clone() after the clone was read', (response) => after(response.clone().text(), () => response.clone())],
  ['clone() after body was accessed', (response) => [response.body, response.clone()].at(-1)],
  ['clone() after body was cancelled', (response) => after(response.body?.cancel(), () => response.clone())],
  ['clone() while a reader is taken', (response) => [response.body?.getReader(), response.clone()].at(-1)],
  [
    'clone() after body was accessed, and body of both',
    (response) => [response.body, bytes(response.clone()), bytes(response)].slice(1),
  ],
  [
    'bodyUsed of the original after its clone was read',
    (response) => after(response.clone().text(), () => response.bodyUsed),
  ],
  [
    'a change of the headers of a clone() does not change the original',
    (response) => [response.clone().headers.set('a', '1'), response.headers].at(-1),
  ],
  [
    'headers of a clone() have earlier changes of the original',
    (response) => [response.headers.set('a', '1'), response.clone()].at(-1),
  ],
  [
    'headers of a clone() have no later changes of the original',
    (response) => {
      const clone = response.clone()
      response.headers.append('a', '1')
      return clone
    },
  ],
  [
    'blob() with a content type that was set later',
    (response) => [response.headers.set('content-type', 'X/y; b=C'), response.blob()].at(-1),
  ],
  ['blob() without a content type', (response) => [response.headers.delete('content-type'), response.blob()].at(-1)],
  [
    'blob() with an invalid content type',
    (response) => [response.headers.set('content-type', '???'), response.blob()].at(-1),
  ],
  [
    'blob() with two content types',
    (response) => [response.headers.append('content-type', 'x/y'), response.blob()].at(-1),
  ],
  [
    'blob() with a content type that was set after body was accessed',
    (response) => [response.body, response.headers.set('content-type', 'x/y'), response.blob()].at(-1),
  ],
  [
    'formData() with a content type that was set later',
    (response) => [response.headers.set('content-type', FORM), response.formData()].at(-1),
  ],
  [
    'formData() with a content type that was set after body was accessed',
    (response) => [response.body, response.headers.set('content-type', FORM), response.formData()].at(-1),
  ],
  ['await returns the response itself', async (response) => (await response) === response],
  ['a new Response of its body', (response) => new Response(response.body)],
  ['a new Response of its body, with it as the options', (response) => new Response(response.body, response)],
  ['a new Response of its body, read before', (response) => after(response.text(), () => new Response(response.body))],
  [
    'bodyUsed after a new Response reads its body',
    (response) => [new Response(response.body).text(), response.bodyUsed],
  ],
  [
    'a Request with its body',
    (response) =>
      new Request('http://a/', { method: 'POST', body: response.body, duplex: 'half' } as RequestInit).text(),
  ],
  ['a piped body', (response) => new Response(response.body?.pipeThrough(new TransformStream()) ?? null).text()],
  ['a body read by a reader', (response) => chunks(response.body?.getReader())],
  ['a body read into a buffer of the reader', (response) => intoBuffer(response)],
  ['a second reader', (response) => [response.body?.getReader(), response.body?.getReader()]],
  ['bodyUsed after one chunk', async (response) => [await response.body?.getReader().read(), response.bodyUsed]],
  ['text() after one chunk', (response) => after(firstChunk(response), () => response.text())],
  [
    'text() after a reader was cancelled',
    (response) => after(response.body?.getReader().cancel('x'), () => response.text()),
  ],
  ['cancel() while a reader is taken', (response) => [response.body?.getReader(), response.body?.cancel()].at(-1)],
  ['cancel() after text()', (response) => after(response.text(), () => response.body?.cancel())],
  ['tee() after text()', (response) => after(response.text(), () => response.body?.tee())],
  ['a body piped to a writer', (response) => piped(response)],
  ['a body that is being piped', (response) => [void piped(response), response.bodyUsed, response.body?.locked]],
  ['text() while the body is piped', (response) => [void piped(response), response.text()].at(-1)],
  ['bodyUsed after tee()', (response) => [response.body?.tee().length, response.bodyUsed]],
  ['clone() after tee()', (response) => [response.body?.tee().length, response.clone()]],
  ['a body teed by hand', (response) => response.body?.tee().map((branch) => new Response(branch).text())],
]

describe.each(bodies)('a LightResponse with %s is read like the platform’s Response:', (_, make) => {
  test.each(cases)('%s', async (_, operation) => {
    const theirs = await outcomeOf(() => operation(make(real)))
    const ours = await outcomeOf(() => operation(make(light)))

    expect(ours).toEqual(theirs)
  })
})

async function bytes(response: Response): Promise<number[]> {
  const bytes: number[] = []
  if (response.body) for await (const chunk of response.body) bytes.push(...chunk)
  return bytes
}

async function chunks(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<unknown> {
  const seen: unknown[] = []
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) seen.push(chunk.value)
  return seen
}

/** Reads the first chunk, and neither reads nor cancels the rest. */
async function firstChunk({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  await reader?.read()
  reader?.releaseLock()
}

async function intoBuffer({ body }: Response): Promise<unknown> {
  const reader = body?.getReader({ mode: 'byob' })
  const seen = [await reader?.read(new Uint8Array(2)), await reader?.read(new Uint8Array(200))]
  return seen.map((chunk) => [chunk?.done, chunk?.value])
}

async function piped({ body }: Response): Promise<unknown> {
  const seen: unknown[] = []
  await body?.pipeTo(new WritableStream({ write: (chunk) => void seen.push(chunk) }))
  return seen
}

async function after<T>(first: Promise<unknown> | undefined, then: () => T): Promise<Awaited<T>> {
  await first
  return await then()
}

function ignore(): void {}

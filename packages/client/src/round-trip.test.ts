import { Application } from '@app/core'
import {
  bytesContent,
  type EndpointDescription,
  endpoint,
  formContent,
  jsonContent,
  multipartContent,
  textContent,
} from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { createClient } from './index.ts'
import { fieldShapes, LIBRARIES, SHAPES, type Shape, TEXTS, valuesOf } from './shapes.test-kit.ts'

/** Calls an endpoint without a socket, and returns its response and the input that its handler got. */
async function sent(description: EndpointDescription, request: object) {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(problemDetails({ listeners: [(error) => errors.push(error)] }))
  let got: unknown
  const handler = (input: unknown) => {
    got = input
    return undefined
  }
  app.route(implement(description, handler as never))
  const answer = await createClient({ call: description }, { fetch: app.fetch }).call(request as never)
  return { answer, got: got as Record<string, unknown> | undefined, errors }
}

/** Checks a property for random values. */
async function holds<T extends unknown[]>(property: fc.IAsyncProperty<T>): Promise<void> {
  await fc.assert(property, { numRuns: runs(100) })
}

const post = { method: 'POST', path: '/', responses: { 204: null } } as const

const pairsOf = (shapes: fc.Arbitrary<Shape>, texts = TEXTS) =>
  shapes.chain((shape) => fc.tuple(fc.constant(shape), valuesOf(shape, texts)))

/** Strings that a header can hold: visible characters of Latin-1, with spaces in between. */
const headerTexts = fc
  .string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', ';', '=', '%') })
  .map((text) => text.trim())

/** Strings that a segment of a path can hold. */
const segments = fc
  .string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '.', '-', '%', '&', '?', '#', '+', '~', ':'), minLength: 1 })
  .filter((text) => !/^\.\.?$/.test(text))

describe.each(Object.entries(LIBRARIES))('with %s, what is sent arrives unchanged', (_library, schemaOf) => {
  const arrives = async (part: string, description: EndpointDescription, value: unknown) => {
    const { answer, got, errors } = await sent(description, { [part]: value })
    expect([answer.status, errors]).toEqual([204, []])
    expect(await comparable(got?.[part])).toEqual(await comparable(value))
  }

  test('JSON arrives at the handler as it was sent', async () => {
    const wrapped = (value: unknown) => ({ value })
    await holds(
      fc.asyncProperty(pairsOf(SHAPES), ([shape, value]) => {
        const schema = schemaOf({ kind: 'map', of: { value: shape } })
        return arrives('body', endpoint({ ...post, body: jsonContent(schema) }), wrapped(value))
      }),
    )
  })

  test('a query arrives at the handler as it was sent', async () => {
    await holds(
      fc.asyncProperty(pairsOf(fieldShapes()), ([shape, value]) =>
        arrives('query', endpoint({ ...post, query: schemaOf(shape) }), value),
      ),
    )
  })

  test('a form arrives at the handler as it was sent', async () => {
    await holds(
      fc.asyncProperty(pairsOf(fieldShapes()), ([shape, value]) =>
        arrives('body', endpoint({ ...post, body: formContent(schemaOf(shape)) }), value),
      ),
    )
  })

  test('a multipart form with files, and with strings whose line ends are CRLF, arrives at the handler as it was sent', async () => {
    const file: Shape = { kind: 'file' }
    const lines = TEXTS.map((text) => text.replace(/\r\n?|\n/g, '\r\n'))
    await holds(
      fc.asyncProperty(pairsOf(fieldShapes(file, { kind: 'list', of: file }), lines), ([shape, value]) =>
        arrives('body', endpoint({ ...post, body: multipartContent(schemaOf(shape)) }), value),
      ),
    )
  })

  test('headers arrive at the handler as they were sent', async () => {
    const names = fc.dictionary(fc.constantFrom('x-a', 'x-b', 'if-match'), fc.constant({ kind: 'text' } as const))
    const shapes = names.map((of): Shape => ({ kind: 'map', of: { ...of } }))
    await holds(
      fc.asyncProperty(pairsOf(shapes, headerTexts), async ([shape, value]) => {
        const { answer, got } = await sent(endpoint({ ...post, headers: schemaOf(shape) }), { headers: value })
        expect([answer.status, got?.headers]).toMatchObject([204, value as object])
      }),
    )
  })

  test('cookies arrive at the handler as they were sent', async () => {
    const names = fc.dictionary(fc.constantFrom('a', 'b', '__Host-c'), fc.constant({ kind: 'text' } as const))
    const shapes = names.map((of): Shape => ({ kind: 'map', of: { ...of } }))
    await holds(
      fc.asyncProperty(pairsOf(shapes), ([shape, value]) =>
        arrives('cookies', endpoint({ ...post, cookies: schemaOf(shape) }), value),
      ),
    )
  })

  test('params arrive at the handler as they were sent', async () => {
    const params = { kind: 'map', of: { a: { kind: 'text' }, b: { kind: 'text' } } } as const satisfies Shape
    const described = endpoint({ ...post, path: '/x/{a}/y-{b}', params: schemaOf(params) })
    await holds(fc.asyncProperty(valuesOf(params, segments), (value) => arrives('params', described, value)))
  })

  test('text and bytes arrive at the handler as they were sent', async () => {
    const described = endpoint({ ...post, body: textContent(schemaOf({ kind: 'text' })) })
    // Strings with a byte order mark at the beginning are left out, since decoding removes the mark.
    const texts = TEXTS.filter((text) => !text.startsWith('\ufeff'))
    await holds(fc.asyncProperty(texts, (value) => arrives('body', described, value)))
    const bytes = endpoint({ ...post, body: bytesContent() })
    await holds(fc.asyncProperty(fc.uint8Array(), (value) => arrives('body', bytes, value)))
  })

  test('a client gets the response of a handler unchanged, with and without the option validate', async () => {
    await holds(
      fc.asyncProperty(pairsOf(SHAPES), fc.boolean(), async ([shape, value], validate) => {
        const described = endpoint({ method: 'GET', path: '/', responses: { 200: schemaOf(shape) } })
        const app = new Application({ router: new FindMyWayRouter() })
        app.route(implement(described, ({ respond }) => respond(200, value as never)))
        const answer = await createClient({ call: described }, { fetch: app.fetch, validate }).call()
        expect([answer.status, answer.data]).toEqual([200, value])
      }),
    )
  })

  test('a request with a wrong value is answered with 422, and the response names the place of the value', async () => {
    await holds(
      fc.asyncProperty(pairsOf(SHAPES), fc.nat(), async ([shape, value], choice) => {
        const schema: StandardSchemaV1 = schemaOf({ kind: 'map', of: { value: shape } })
        const body = { value: structuredClone(value) }
        const places = placesIn(body)
        const place = places[choice % places.length] as readonly (string | number)[]
        // The value null is wrong at every place, since no schema of these tests accepts null.
        const into = (inner: Fields, key: string | number) => inner[key] as Fields
        place.slice(0, -1).reduce(into, body as Fields)[place.at(-1) as string] = null
        const { answer } = await sent(endpoint({ ...post, body: jsonContent(schema) }), { body })
        if (answer.status !== (422 as number)) throw new Error(`another status: ${answer.status}`)
        const { errors } = answer.data as unknown as { errors: { in: string; path: (string | number)[] }[] }
        expect(errors.map(({ in: part, path }) => [part, ...path.map(String)])).toEqual([
          ['body', ...place.map(String)],
        ])
      }),
    )
  })
})

type Fields = Record<string | number, unknown>

/** Returns the path to each value inside of a value, as a list of keys. */
function placesIn(value: unknown, place: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Object.entries(value).flatMap(([key, one]) => placesIn(one, [...place, key]))
  return place.length === 0 ? inner : [place, ...inner]
}

/**
 * Makes values comparable: objects without a prototype become plain objects, and a file becomes its name, type and
 * content.
 */
async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof File) return [value.name, value.type, [...new Uint8Array(await value.arrayBuffer())]]
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map(comparable))
  const entries = Object.entries(value).map(async ([key, one]) => [key, await comparable(one)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

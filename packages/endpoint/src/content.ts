import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Wire } from './wire-types.ts'

/**
 * The format in which a body is written and read.
 *
 * `bytes` are read whole, `stream` piece by piece. `events` are server-sent events, which only a response can have.
 */
export type ContentKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes' | 'stream' | 'events'

/** A body: its format, its media type, and its schema if it has one. */
export interface Content<
  K extends ContentKind = ContentKind,
  S extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
> {
  readonly kind: K
  /** The media type, in lower case and without parameters. */
  readonly type: string
  readonly schema: S
  /** Examples by name, for documentation. */
  readonly examples?: Readonly<Record<string, unknown>>
}

/** Options of a body: a media type other than the default, and examples of the sent data by name, for documentation. */
export interface ContentOptions<T = unknown> {
  /** The media type. Default: the usual type of the content, such as `application/json` for JSON. */
  readonly type?: string | undefined
  /** Examples by name, for the OpenAPI document. */
  readonly examples?: Readonly<Record<string, T>> | undefined
}

/** The data of a body as it is sent: the input of the schema, with types that JSON has. */
type Sent<S extends StandardSchemaV1> = Wire<StandardSchemaV1.InferInput<NoInfer<S>>>

/**
 * Describes a body of JSON. A schema alone, without `jsonContent()`, means a body of JSON with the type
 * `application/json`.
 *
 * @example
 * const merge = jsonContent(z.object({ title: z.string() }), { type: 'application/merge-patch+json' })
 */
export function jsonContent<S extends StandardSchemaV1>(
  schema: S,
  options?: ContentOptions<Sent<S>>,
): Content<'json', S> {
  return content('json', 'application/json', schema, options)
}

/**
 * Describes a response of problem details, with the type `application/problem+json`. Use it for a status that also
 * middleware or a thrown `HttpError` answers: the client then has one type of data for it. Source: RFC 9457.
 *
 * @example
 * const Taken = z.object({ detail: z.string().optional(), suggestion: z.string().optional() })
 * const responses = { 201: null, 409: problemContent(Taken) }
 */
export function problemContent<S extends StandardSchemaV1>(
  schema: S,
  options?: Pick<ContentOptions<Sent<S>>, 'examples'>,
): ProblemContent<S> {
  return content('json', 'application/problem+json', schema, options) as ProblemContent<S>
}

/** A body of problem details. */
export interface ProblemContent<S extends StandardSchemaV1 = StandardSchemaV1> extends Content<'json', S> {
  readonly type: 'application/problem+json'
}

/**
 * Describes a body of form fields: strings, and a list of strings for a name that is repeated.
 *
 * @example
 * const enter = endpoint({
 *   method: 'POST',
 *   path: '/log-in',
 *   body: formContent(z.object({ name: z.string(), password: z.string() })),
 *   responses: { 204: null },
 * })
 */
export function formContent<S extends StandardSchemaV1>(schema: S, options?: ContentOptions): Content<'form', S> {
  return content('form', 'application/x-www-form-urlencoded', schema, options)
}

/**
 * Describes a body of form fields and files: strings, `File`s, and lists of them for a name that is repeated.
 *
 * @example
 * const upload = endpoint({
 *   method: 'POST',
 *   path: '/files',
 *   body: multipartContent(z.object({ title: z.string(), file: z.file() })),
 *   responses: { 204: null },
 * })
 */
export function multipartContent<S extends StandardSchemaV1>(
  schema: S,
  options?: ContentOptions,
): Content<'multipart', S> {
  return content('multipart', 'multipart/form-data', schema, options)
}

/**
 * Describes a body of text. Its media type is `text/plain`, unless `type` sets another. Options may stand in place of
 * the schema.
 *
 * @example
 * const ping = endpoint({ method: 'GET', path: '/ping', responses: { 200: textContent() } })
 * const list = endpoint({ method: 'GET', path: '/list', responses: { 200: textContent({ type: 'text/csv' }) } })
 */
export function textContent(options?: ContentOptions): Content<'text', undefined>
export function textContent(schema: undefined, options?: ContentOptions): Content<'text', undefined>
export function textContent<S extends StandardSchemaV1>(schema: S, options?: ContentOptions): Content<'text', S>
export function textContent(
  given?: StandardSchemaV1 | ContentOptions,
  options = given && '~standard' in given ? undefined : given,
): Content<'text'> {
  const schema = given && '~standard' in given ? given : undefined
  return content('text', 'text/plain', schema, options)
}

/**
 * Describes a body of bytes that is read whole. Its media type is `application/octet-stream`, unless `type` sets
 * another.
 *
 * @example
 * const picture = endpoint({ method: 'GET', path: '/picture', responses: { 200: bytesContent({ type: 'image/png' }) } })
 */
export function bytesContent(options?: ContentOptions): Content<'bytes', undefined> {
  return content('bytes', 'application/octet-stream', undefined, options)
}

/**
 * Describes a body of bytes that is read as it arrives. Its media type is `application/octet-stream`, unless `type`
 * sets another.
 *
 * @example
 * const restore = endpoint({ method: 'PUT', path: '/backup', body: streamContent(), responses: { 204: null } })
 */
export function streamContent(options?: ContentOptions): Content<'stream', undefined> {
  return content('stream', 'application/octet-stream', undefined, options)
}

/**
 * Describes a response of server-sent events. The data of each event is JSON that fits the schema.
 *
 * @example
 * const progress = endpoint({
 *   method: 'GET',
 *   path: '/progress',
 *   responses: { 200: eventContent(z.object({ percent: z.number() })) },
 * })
 */
export function eventContent<S extends StandardSchemaV1>(
  schema: S,
  options?: ContentOptions<Sent<S>>,
): Content<'events', S> {
  return content('events', 'text/event-stream', schema, options)
}

/** One server-sent event. */
export interface TypedEvent<T = unknown> {
  readonly data: T
  /** The kind of event. Default: `message`. */
  readonly event?: string | undefined
  /** The id that a client sends as `Last-Event-ID` when it reconnects. */
  readonly id?: string | undefined
  /** The milliseconds after which a client that lost the connection reconnects. */
  readonly retry?: number | undefined
}

/** The description of a body: a schema, which means JSON, or a `Content`. */
export type Body = StandardSchemaV1 | Content

function content<K extends ContentKind, S extends StandardSchemaV1 | undefined>(
  kind: K,
  usualType: string,
  schema: S,
  { type = usualType, examples, ...others }: ContentOptions = {},
): Content<K, S> {
  for (const name in others) {
    throw new TypeError(`The content ${kind}: unknown option "${name}". Options are type, examples.`)
  }
  return Object.freeze({ kind, type: type.toLowerCase(), schema, ...(examples && { examples }) })
}

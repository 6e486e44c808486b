import type { ParamsOf, UrlParams } from '@app/router'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Content, TypedEvent } from './content.ts'
import type { EndpointDescription } from './endpoint.ts'
import type { Field, Fields, Wire } from './wire-types.ts'

/** A part of a request that may have a schema in the description. */
export type Part = 'params' | 'query' | 'headers' | 'cookies' | 'body'

/**
 * The value that a handler gets for a part: the output of its schema. Params without a schema are strings, by the
 * placeholders of the path; any other part without a schema is `undefined`.
 */
export type OutputOf<D extends EndpointDescription, P extends Part> = P extends 'body'
  ? D extends { readonly body: infer B }
    ? BodyOutput<B>
    : undefined
  : D extends { readonly [K in P]: infer S extends StandardSchemaV1 }
    ? StandardSchemaV1.InferOutput<S>
    : P extends 'params'
      ? ParamsOf<D['path']>
      : undefined

/**
 * The value that a client passes for a part: the input of its schema. Params without a schema are strings or numbers,
 * by the placeholders of the path; any other part without a schema is `undefined`.
 */
export type InputOf<D extends EndpointDescription, P extends Part> = P extends 'body'
  ? D extends { readonly body: infer B }
    ? BodyInput<B>
    : undefined
  : D extends { readonly [K in P]: infer S extends StandardSchemaV1 }
    ? Fields<StandardSchemaV1.InferInput<S>, Field>
    : P extends 'params'
      ? UrlParams<D['path']>
      : undefined

type BodyOutput<B> = B extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<B>
  : B extends Content<infer K, infer S>
    ? S extends StandardSchemaV1
      ? StandardSchemaV1.InferOutput<S>
      : K extends 'text'
        ? string
        : K extends 'bytes'
          ? Uint8Array<ArrayBuffer>
          : ReadableStream<Uint8Array>
    : undefined

type BodyInput<B> = B extends StandardSchemaV1
  ? Wire<StandardSchemaV1.InferInput<B>>
  : B extends Content<infer K, infer S>
    ? S extends StandardSchemaV1
      ? SentBy<K, StandardSchemaV1.InferInput<S>>
      : K extends 'text'
        ? string
        : K extends 'bytes'
          ? Uint8Array<ArrayBuffer> | ArrayBuffer | Blob
          : ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | ArrayBuffer | Blob
    : undefined

type SentBy<K, T> = K extends 'form' ? Fields<T, Field> : K extends 'multipart' ? Fields<T, Field | Blob> : Wire<T>

/**
 * All parts that a client passes: a key for each described part, and `params` for the placeholders of the path.
 *
 * A part is optional if its schema accepts `undefined`, or, except for the body, an empty map. Cookies are always
 * optional, since browsers send them by themselves.
 */
export type RequestOf<D extends EndpointDescription> = Flat<
  MaybePart<'params', InputOf<D, 'params'>> &
    MaybePart<'query', InputOf<D, 'query'>> &
    MaybePart<'headers', InputOf<D, 'headers'>> &
    BodyPart<InputOf<D, 'body'>> &
    (D extends { readonly cookies: StandardSchemaV1 }
      ? { readonly cookies?: InputOf<D, 'cookies'> | undefined }
      : unknown)
>

type MaybePart<P extends Part, T> = [T] extends [undefined]
  ? unknown
  : // biome-ignore lint/complexity/noBannedTypes: asks whether everything may be left out
    {} extends T
    ? { readonly [K in P]?: T | undefined }
    : undefined extends T
      ? { readonly [K in P]?: T | undefined }
      : { readonly [K in P]: T }

type BodyPart<T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? { readonly body?: T | undefined }
    : { readonly body: T }

type Flat<T> = { [K in keyof T]: T[K] }

/** The statuses of the responses in a description. */
export type StatusOf<D extends EndpointDescription> = keyof D['responses'] & number

/** The statuses from 200 to 299 in a description. */
export type SuccessOf<D extends EndpointDescription> = Extract<StatusOf<D>, Successful<StatusOf<D>>>

type Successful<S extends number> = S extends number ? (`${S}` extends `2${string}` ? S : never) : never

/** The body that is described for a status: a schema, a `Content`, or `null`. */
export type BodyOf<D extends EndpointDescription, S extends StatusOf<D>> = D['responses'][S] extends StandardSchemaV1
  ? D['responses'][S]
  : D['responses'][S] extends { readonly content: infer B }
    ? B
    : D['responses'][S]

/**
 * The headers that are described for a status, as the input of their schema; `undefined` if no headers are described.
 */
export type HeadersOf<D extends EndpointDescription, S extends StatusOf<D>> = D['responses'][S] extends {
  readonly content: unknown
  readonly headers: infer H extends StandardSchemaV1
}
  ? StandardSchemaV1.InferInput<H>
  : undefined

/** The value that a handler returns for a status: the input of its schema, with types that JSON has. */
export type ReplyOf<D extends EndpointDescription, S extends StatusOf<D>> =
  BodyOf<D, S> extends infer B
    ? B extends null
      ? undefined
      : B extends StandardSchemaV1
        ? Wire<StandardSchemaV1.InferInput<B>>
        : B extends Content<infer K, infer C>
          ? K extends 'events'
            ? AsyncIterable<TypedEvent<C extends StandardSchemaV1 ? Wire<StandardSchemaV1.InferInput<C>> : never>>
            : C extends StandardSchemaV1
              ? Wire<StandardSchemaV1.InferInput<C>>
              : K extends 'text'
                ? string
                : K extends 'bytes'
                  ? Uint8Array<ArrayBuffer> | ArrayBuffer | Blob
                  : ReadableStream<Uint8Array>
          : never
    : never

/**
 * The data that a client gets for a status: as it was sent, or the output of the schema if the client validates (`V` is
 * `true`).
 */
export type DataOf<D extends EndpointDescription, S extends StatusOf<D>, V extends boolean = false> =
  BodyOf<D, S> extends infer B
    ? B extends Content<infer K, infer C>
      ? K extends 'bytes'
        ? Uint8Array<ArrayBuffer>
        : V extends true
          ? C extends StandardSchemaV1
            ? Decoded<K, StandardSchemaV1.InferOutput<C>>
            : ReplyOf<D, S>
          : ReplyOf<D, S>
      : V extends true
        ? B extends StandardSchemaV1
          ? StandardSchemaV1.InferOutput<B>
          : ReplyOf<D, S>
        : ReplyOf<D, S>
    : never

type Decoded<K, T> = K extends 'events' ? AsyncIterable<TypedEvent<T>> : T

import type { ServerRequest } from '@app/core'
import type { EndpointDescription } from '../endpoint.ts'
import type { BodyOf, HeadersOf, OutputOf, ReplyOf, StatusOf, SuccessOf } from '../part-types.ts'
import type { Field, Fields } from '../wire-types.ts'
import type { Reply, ReplyInit } from './reply.ts'

/**
 * The argument of a handler: the parts of the request, as the output of their schemas. Params without a schema are
 * strings; any other part without a schema is `undefined`.
 */
export interface EndpointContext<D extends EndpointDescription> {
  readonly params: OutputOf<D, 'params'>
  readonly query: OutputOf<D, 'query'>
  readonly headers: OutputOf<D, 'headers'>
  readonly cookies: OutputOf<D, 'cookies'>
  readonly body: OutputOf<D, 'body'>
  /** The request itself, for attributes and for parts that are not described. */
  readonly request: ServerRequest
  readonly respond: Respond<D>
}

/** Answers with a described status, a value that fits its description, and headers: `return respond(201, note)`. */
export type Respond<D extends EndpointDescription> = RespondWith<RepliesOf<D>>

/**
 * The type of `respond`, whose arguments come from a map `R` of the statuses. A status that is not described takes any
 * arguments, so that the error of the compiler is about the status, and names those that are described.
 */
type RespondWith<R extends Record<keyof R, readonly unknown[]>> = <S extends number>(
  status: S extends keyof R ? S : keyof R & number,
  ...reply: S extends keyof R ? R[S] : readonly unknown[]
) => Reply

type RepliesOf<D extends EndpointDescription> = {
  [S in StatusOf<D>]: HeadersOf<D, S> extends infer H
    ? H extends undefined
      ? BodyOf<D, S> extends null
        ? [value?: undefined, init?: ReplyInit]
        : [value: ReplyOf<D, S>, init?: ReplyInit]
      : Record<never, never> extends H
        ? [value: ReplyOf<D, S>, init?: DescribedInit<H>]
        : [value: ReplyOf<D, S>, init: DescribedInit<H>]
    : never
}

/** The options of `respond` for a status with described headers: these headers, and any others. */
interface DescribedInit<H> {
  readonly headers: Fields<H, Field> & Readonly<Record<string, Field | undefined>>
}

/**
 * Answers the requests of an endpoint. The result is `respond(status, value)`; or a plain value, if the description has
 * exactly one status from 200 to 299 and requires no headers for this status; or a `Response`, such as a redirect,
 * which is not checked.
 */
export type EndpointHandler<D extends EndpointDescription> = (
  context: EndpointContext<D>,
) => HandlerResult<PlainReply<D>>

/**
 * The result of a handler, or a promise of it. The plain value is a parameter of this type, so that errors of the
 * compiler stay short.
 */
type HandlerResult<P> = Reply | Response | P | Promise<Reply | Response | P>

/**
 * The plain value that a handler may return: the value for the only described status from 200 to 299, or nothing if the
 * response with this status has no body. `never` if this response requires headers, or if there is not exactly one such
 * status.
 */
export type PlainReply<D extends EndpointDescription> =
  IsUnion<SuccessOf<D>> extends true
    ? never
    : HeadersOf<D, SuccessOf<D>> extends infer H
      ? Record<never, never> extends NonNullable<H>
        ? NothingToo<ReplyOf<D, SuccessOf<D>>>
        : [H] extends [undefined]
          ? NothingToo<ReplyOf<D, SuccessOf<D>>>
          : never
      : never

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is of this type
type NothingToo<T> = [T] extends [undefined] ? ([T] extends [never] ? never : undefined | void) : T

type IsUnion<T, U = T> = [T] extends [never] ? true : T extends U ? ([U] extends [T] ? false : true) : never

import type { ServerRequest } from '@app/core'
import type { EndpointDescription } from '../endpoint.ts'
import type { BodyOf, OutputOf, ReplyOf, StatusOf, SuccessOf } from '../part-types.ts'
import type { Reply, ReplyInit } from './reply.ts'

/** What a handler gets: the parts of the request as their schemas gave them; `undefined` for what is not described. */
export interface EndpointContext<D extends EndpointDescription> {
  readonly params: OutputOf<D, 'params'>
  readonly query: OutputOf<D, 'query'>
  readonly headers: OutputOf<D, 'headers'>
  readonly cookies: OutputOf<D, 'cookies'>
  readonly body: OutputOf<D, 'body'>
  /** The request itself, for attributes and for what is not described. */
  readonly request: ServerRequest
  readonly respond: Respond<D>
}

/** Answers with one of the statuses that are described, and a value that fits it: `return respond(201, note)`. */
export interface Respond<D extends EndpointDescription> {
  <S extends BodilessOf<D>>(status: S, value?: undefined, init?: ReplyInit): Reply
  <S extends StatusOf<D>>(status: S, value: RepliesOf<D>[S], init?: ReplyInit): Reply
}

/** The statuses whose answers have no body. */
type BodilessOf<D extends EndpointDescription> = {
  [S in StatusOf<D>]: BodyOf<D, S> extends null ? S : never
}[StatusOf<D>]

/** A map costs the compiler less than a condition for each call. */
type RepliesOf<D extends EndpointDescription> = { [S in StatusOf<D>]: ReplyOf<D, S> }

/**
 * Answers an endpoint: with `respond(status, value)`, with a plain value if one success is described, or with a
 * `Response` that nobody checks, such as a redirect.
 */
export type EndpointHandler<D extends EndpointDescription> = (
  context: EndpointContext<D>,
) => HandlerResult<D> | Promise<HandlerResult<D>>

type HandlerResult<D extends EndpointDescription> = Reply | Response | PlainReply<D>

/** What a handler may return as it is: the value of the one success, nothing where that has no body. */
export type PlainReply<D extends EndpointDescription> =
  IsUnion<SuccessOf<D>> extends true ? never : NothingToo<ReplyOf<D, SuccessOf<D>>>

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is of this type
type NothingToo<T> = [T] extends [undefined] ? ([T] extends [never] ? never : undefined | void) : T

type IsUnion<T, U = T> = [T] extends [never] ? true : T extends U ? ([U] extends [T] ? false : true) : never

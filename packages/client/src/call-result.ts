import type { BodyOf, DataOf, EndpointDescription, HeadersOf, Part, StatusOf, SuccessOf } from '@app/endpoint'

/**
 * The result of a call: a union by `status`. The type of its data is the JSON that is sent, or with `validate: true`
 * the output of the schemas.
 *
 * `if (answer.status === 201)` and `if (answer.ok)` narrow the union. In a function that is generic over the
 * description, the compiler narrows nothing; use `unwrap` of `@app/client/unwrap` to get the data.
 */
export type CallResult<D extends EndpointDescription, V extends boolean = false> =
  | { [S in StatusOf<D>]: DescribedResult<D, S, V> }[StatusOf<D>]
  | UndescribedResult<Exclude<UndescribedStatus, StatusOf<D>> | ProblemStatusOf<D>>

/**
 * The described statuses that also middleware or a thrown error may answer, with problem details in place of the
 * described body: those outside of 200 to 299, unless their body is described as a problem or as none.
 */
type ProblemStatusOf<D extends EndpointDescription> = D['method'] extends 'HEAD'
  ? never
  : { [S in Exclude<StatusOf<D>, SuccessOf<D>>]: BodyOf<D, S> extends null | ProblemType ? never : S }[Exclude<
      StatusOf<D>,
      SuccessOf<D>
    >]

interface ProblemType {
  readonly type: 'application/problem+json'
}

/** A response with a status that the endpoint describes. */
export interface DescribedResult<D extends EndpointDescription, S extends StatusOf<D>, V extends boolean = false> {
  /** True if the status is from 200 to 299. */
  readonly ok: S extends SuccessOf<D> ? true : false
  readonly status: S
  readonly data: D['method'] extends 'HEAD' ? undefined : DataOf<D, S, V>
  readonly problem?: undefined
  /** The response, for its headers and URL. Its body was read already, except for streams and events. */
  readonly response: HeadersOf<D, S> extends infer H extends object ? DescribedResponse<H> : Response
}

/** A response whose headers have the types that the endpoint describes. */
export interface DescribedResponse<H extends object> extends Response {
  readonly headers: DescribedHeaders<H>
}

/**
 * Headers whose `get` has the types of the described headers: by its type, `get` never returns `null` for a header that
 * the schema requires. The server guarantees this; the client checks no headers, not even with `validate: true`.
 */
export interface DescribedHeaders<H extends object> extends Headers {
  get<N extends keyof H & string>(name: N): TextOf<H[N]>
  get(name: string): string | null
}

/** The type of a header's value: a string, even if the schema converts the string into another type. */
type TextOf<T> = unknown extends T
  ? string
  : undefined extends T
    ? TextOf<Exclude<T, undefined>> | null
    : T extends string
      ? T
      : string

/**
 * A response that is not described: from the framework, middleware, a proxy, or another version of the server. Its status
 * is not described, or it has problem details where the endpoint describes another body.
 */
export interface UndescribedResult<S extends number = UndescribedStatus> {
  readonly ok: false
  readonly status: S
  /**
   * The object in the body. If the body is not a JSON object, `data` is an object with `status`, and with the text of
   * the body as `detail`.
   */
  readonly data: Problem
  /** The same as `data`. It tells this response from a described one with the same status: `if (answer.problem)`. */
  readonly problem: Problem
  readonly response: Response
}

/** The problem details in the body of an error. Source: RFC 9457. */
export interface Problem {
  readonly type?: string
  readonly title?: string
  readonly status?: number
  readonly detail?: string
  readonly instance?: string
  /** The mistakes in a request that was answered with 422, one for each wrong value. */
  readonly errors?: readonly ProblemIssue[]
  readonly [member: string]: unknown
}

/** A mistake in one value of a request. */
export interface ProblemIssue {
  readonly in: Part
  /**
   * The keys and indexes that lead to the wrong value in its part of the request; empty if the part as a whole is
   * wrong, such as the body.
   */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * The statuses that a response may have without a description: the statuses that IANA lists, without the redirects that
 * `fetch` follows, and 520 to 530, which Cloudflare's proxy uses.
 */
export type UndescribedStatus =
  | (200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | 300 | 304)
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511)
  | (520 | 521 | 522 | 523 | 524 | 525 | 526 | 530)

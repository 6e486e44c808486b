/** Headers of a request. */
export type ClientHeaders = Headers | Readonly<Record<string, string>>

/** Options of a call. They count in place of those of its client, but for headers, which are added. */
export interface CallOptions {
  /**
   * What stands in front of the paths: `https://notes.example/api`.
   *
   * Default: the origin of the page. Outside of a page, `http://localhost` if the option `fetch` is given.
   */
  readonly baseUrl?: string | URL
  /** Sends a request. Default: `fetch` of the platform. In a test it is `app.fetch`, which needs no socket. */
  readonly fetch?: (request: Request) => Response | Promise<Response>
  /**
   * Headers of each request, such as a token, or a function that gives them. Those of a call are added to those of the
   * client.
   */
  readonly headers?: ClientHeaders | (() => ClientHeaders | Promise<ClientHeaders>)
  /** Ends the call, which rejects with the reason of the signal. `undefined` of a call stands for none. */
  readonly signal?: AbortSignal | undefined
  /**
   * How many seconds a call may take with all its attempts, until its answer is read; until the answer begins where
   * that is a stream or events. `0` for no limit. Default: `30`.
   */
  readonly timeout?: number
  /**
   * How often a call is tried again. Default: `2`.
   *
   * It is where the method is idempotent, the body is no stream, and no answer came or one of 502, 503 or 504. It waits as
   * long as `Retry-After` says, else up to 0.3 s, 0.6 s and so on. A `Retry-After` of more than ten seconds is not waited for.
   */
  readonly retry?: number
}

/** Options of a client. */
export interface ClientOptions<V extends boolean = boolean> extends CallOptions {
  /**
   * Validates answers by their schemas, which then also give the data: a `Date` where a schema makes one of a text. Default:
   * `false`, since a server that is released before its clients adds members, and since it costs time and the schemas'
   * library.
   */
  readonly validate?: V
}

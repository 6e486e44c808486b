/** Headers of a request. */
export type ClientHeaders = Headers | Readonly<Record<string, string>>

/** Options of a call. They replace the options of the client, except for headers, which are added. */
export interface CallOptions {
  /**
   * The URL before all paths: `https://notes.example/api`.
   *
   * Default: the origin of the page; outside of a page, `http://localhost`.
   */
  readonly baseUrl?: string | URL | undefined
  /**
   * The function that sends a request. Default: `fetch` of the platform. In a test, pass `app.fetch`, which needs no
   * socket.
   */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined
  /**
   * Headers of each request, such as a token, or a function that returns headers. Headers of a call are added to the
   * headers of the client, and replace those of the same name. With a header such as `x-api-key`, which `fetch` would
   * pass on to another origin, a redirect is an error.
   */
  readonly headers?: ClientHeaders | (() => ClientHeaders | Promise<ClientHeaders>) | undefined
  /**
   * The signal that aborts the call, which then rejects with the reason of the signal. `undefined` in a call removes
   * the signal of the client.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Maximum duration of a call in seconds, with all its attempts, until its response is read; for a stream or events,
   * until the response begins. `0` for no limit. Default: `30`.
   */
  readonly timeout?: number | undefined
  /**
   * The number of times that a call is retried. Default: `2`.
   *
   * A call is retried if no response came, or if the response has the status 502, 503 or 504. Calls with POST or PATCH,
   * and calls whose body is a stream, are never retried. The pause is the time in `Retry-After`, else up to 0.3 s, 0.6
   * s and so on. With a `Retry-After` of more than ten seconds the call is not retried.
   */
  readonly retries?: number | undefined
}

/** Options of a client. */
export interface ClientOptions<V extends boolean = boolean> extends CallOptions {
  /**
   * Validates responses by their schemas, whose output becomes the data: a `Date` if the schema converts a string into
   * a `Date`. Default: `false`, since a server that is released before its clients may add members, and since
   * validation costs time and the size of the schema library.
   */
  readonly validate?: V | undefined
}

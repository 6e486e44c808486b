import type { ServeOptions } from '@app/http'
import type { MiddlewareLike } from './middleware.ts'
import type { ErrorResponder } from './refuse.ts'

/** Options of `run`. In development the default host is 127.0.0.1. */
export interface RunOptions extends ListenOptions, ServerOptions {
  /** The seconds that requests in flight may take after SIGTERM or SIGINT. Default: 10. */
  readonly grace?: number
  /** Middleware in front of everything that was piped, such as the files of a development server. */
  readonly inFront?: MiddlewareLike
  /** Answers errors that nothing behind answers, such as the page of a development server. Default: a plain answer. */
  readonly respond?: ErrorResponder
}

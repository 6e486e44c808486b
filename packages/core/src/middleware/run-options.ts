import type { ServeOptions } from '@app/http'
import type { MiddlewareLike } from './middleware.ts'
import type { ErrorResponder } from './refuse.ts'

/**
 * Options of `run`. In development the default host is 127.0.0.1.
 *
 * @example
 * ```ts
 * await app.run({ port: 8443, tls: { cert: 'cert.pem', key: 'key.pem' }, http2: true, workers: 'available' })
 * ```
 */
export interface RunOptions extends Omit<ServeOptions, 'banner' | 'start' | 'stop'> {
  /**
   * Middleware in front of everything that was piped, such as middleware of a development server that answers with
   * files.
   */
  readonly inFront?: MiddlewareLike
  /**
   * Makes the answers to errors that no middleware has answered, such as the error page of a development server.
   * Default: plain text with the reason phrase, or with the message of an `HttpError` that has `expose`.
   */
  readonly respond?: ErrorResponder
}

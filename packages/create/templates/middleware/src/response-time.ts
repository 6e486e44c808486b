import type { Middleware } from '@app/core'

export interface ResponseTimeOptions {
  /** The name of the metric in the header `server-timing`. Default: `app`. */
  readonly metric?: string
}

/** Middleware that writes the milliseconds a response took into the header `server-timing`. */
export function responseTime({ metric = 'app' }: ResponseTimeOptions = {}): Middleware {
  return async (request, handler) => {
    const start = performance.now()
    const response = await handler(request)
    response.headers.append('server-timing', `${metric};dur=${(performance.now() - start).toFixed(1)}`)
    return response
  }
}

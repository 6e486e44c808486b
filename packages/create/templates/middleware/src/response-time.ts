import type { Middleware } from '@app/core'

export interface ResponseTimeOptions {
  /** What the time is called in the header; `app` unless told otherwise. */
  readonly metric?: string
}

/** Middleware that says in the header `server-timing` how many milliseconds the answer took. */
export function responseTime({ metric = 'app' }: ResponseTimeOptions = {}): Middleware {
  return async (request, handler) => {
    const start = performance.now()
    const response = await handler(request)
    response.headers.append('server-timing', `${metric};dur=${(performance.now() - start).toFixed(1)}`)
    return response
  }
}

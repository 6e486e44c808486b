import type { Middleware } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'

export interface ResponseTimeOptions {
  /** The name of the metric in the header `server-timing`. Default: `app`. */
  readonly metric?: string
}

/** Middleware that writes the milliseconds a response took into the header `server-timing`. */
export function responseTime(options: ResponseTimeOptions = {}): Middleware {
  const { metric = 'app' } = checkOptions('responseTime()', options, { metric: optionKind.text })
  return async (request, handler) => {
    const start = performance.now()
    const response = await handler(request)
    response.headers.append('server-timing', `${metric};dur=${(performance.now() - start).toFixed(1)}`)
    return response
  }
}

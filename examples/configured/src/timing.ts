import type { Middleware } from '@app/core'

/** Adds a header with the time until the response, whichever middleware answers. */
export const timing: Middleware = async (request, handler) => {
  const start = performance.now()
  const response = await handler(request)
  response.headers.set('server-timing', `app;dur=${(performance.now() - start).toFixed(1)}`)
  return response
}

import { doublePassError } from '@app/double-pass'

/**
 * Error middleware with the older signature `(error, request, response, next)`. It runs if something before it fails,
 * or if no route and no middleware before it answers.
 */
export const apologize = doublePassError((error, request, response, next) => {
  if (!request.path.startsWith('/reports/')) return next(request, response, error)
  response.status = 404
  return response.write('There is no such report.')
})

import { HttpError, json, type Middleware, ROUTE_RESULT, text } from '@app/core'

/** Makes middleware that appends its name to a header of the response; the innermost middleware appends first. */
const tag =
  (name: string): Middleware =>
  async (request, handler) => {
    const response = await handler(request)
    response.headers.append('x-order', name)
    return response
  }

/** The services of the application, by name; all ways of building it use them. */
export const services = {
  'acme/outer': tag('outer'),
  'acme/inner': tag('inner'),
  'acme/guard': (request, handler) =>
    request.headers.has('authorization') ? handler(request) : text('Who are you?', { status: 401 }),
  'acme/between': async (request, handler) => {
    const result = request.attribute(ROUTE_RESULT)
    const response = await handler(request)
    response.headers.set('x-route', result?.matched ? result.route.path : 'none')
    return response
  },
  'acme/fallback': (request) => text(`The shop has no ${request.path}, at ${request.basePath}.`, { status: 404 }),
  'acme/home': () => text('Hello, world!'),
  'acme/ping': () => json({ ack: 1 }),
  'acme/post': async (request) => text(`Posted ${(await request.text()) || 'nothing'}.`),
  'acme/user': (request) => json({ user: request.params.id }),
  'acme/page': (request) => json({ page: request.params.page ?? null }),
  'acme/file': (request) => json({ file: request.params.rest }),
  'acme/me': () => text('It is you.'),
  'acme/broken': () => {
    throw new Error('secret')
  },
  'acme/busy': () => {
    throw new HttpError(503, 'secret', { headers: { 'retry-after': '7' } })
  },
} satisfies Record<string, Middleware>

export type Service = keyof typeof services

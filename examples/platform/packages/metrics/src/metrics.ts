import { type MiddlewareInterface, matchedRoute, type RequestHandler, type ServerRequest } from '@app/core'

/** Counts the responses of each route, by its path as it was registered. */
export class Metrics implements MiddlewareInterface {
  readonly #answers = new Map<string, number>()

  readonly process = async (request: ServerRequest, handler: RequestHandler) => {
    const response = await handler(request)
    const route = matchedRoute(request)?.path ?? 'none'
    this.#answers.set(route, (this.#answers.get(route) ?? 0) + 1)
    return response
  }

  /** Returns a line with the path and the number of responses for each route, the most requested route first. */
  toString(): string {
    const sorted = [...this.#answers].sort(([, a], [, b]) => b - a)
    return sorted.map(([route, count]) => `${route} ${count}\n`).join('')
  }
}

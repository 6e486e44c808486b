import { Application, type Middleware } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'
import { type EndpointDescription, endpoint } from './index.ts'
import { type EndpointHandler, implement } from './server.ts'

/**
 * Makes an application with one endpoint. `problemDetails()` answers mistakes in requests, unless `front` is other
 * middleware.
 */
export function serving<const D extends EndpointDescription>(
  description: D,
  handler: EndpointHandler<D>,
  errors: unknown[] = [],
  front: Middleware = problemDetails({ listeners: [(error) => errors.push(error)] }).process,
): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) }).pipe(front)
  app.route(implement(description, handler))
  return app
}

/** Returns the status, the media type and the body of a response; a body of JSON is parsed. */
export async function answerOf(asked: Response | Promise<Response>) {
  const response = await asked
  const text = await response.text()
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    type,
    body: text !== '' && type?.includes('json') ? (JSON.parse(text) as unknown) : text,
  }
}

/** Makes the options of a request that posts a value as JSON. */
export const json = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export const Note = z.object({ id: z.int(), title: z.string() })
export const saveNote = endpoint({
  method: 'POST',
  path: '/notes',
  name: 'note.save',
  body: Note,
  responses: { 200: Note, 409: z.object({ message: z.string() }) },
})

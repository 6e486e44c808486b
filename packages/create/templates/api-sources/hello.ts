import { endpoint } from '@app/endpoint'
import { handlerFor } from '@app/endpoint/server' // if container
import { implement } from '@app/endpoint/server' // if not container
import * as z from 'zod'

/**
 * Describes requests and answers as plain data. Requests are checked against this description, and clients may import
 * it.
 */
export const hello = endpoint({
  method: 'GET',
  path: '/api/hello/{name}',
  name: 'api.hello',
  summary: 'Greets by name',
  params: z.object({ name: z.string().max(100) }),
  responses: { 200: z.object({ greeting: z.string() }) },
})

/** Greets the name in the path. */
export const answerHello = (greeting: string) => // if not container
  implement(hello, ({ params }) => ({ greeting: `${greeting}, ${params.name}!` })) // if not container
// if container
export function answerHello(greeting: string) {
  return handlerFor(hello, ({ params }) => ({ greeting: `${greeting}, ${params.name}!` }))
}
answerHello.inject = ['greeting'] as const
// end

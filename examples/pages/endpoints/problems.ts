import { HttpError } from '@app/core'
import { endpoint, problemContent } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import * as z from 'zod'

/** A problem, which has a further member if the handler answers. */
const Taken = z.object({
  title: z.string().optional(),
  status: z.literal(409),
  detail: z.string().optional(),
  free: z.array(z.string()).optional(),
})

export const reserve = endpoint({
  method: 'POST',
  path: '/rooms/{room}/reservations',
  responses: { 201: null, 409: problemContent(Taken) },
})

export const route = implement(reserve, ({ params, respond }) => {
  if (params.room === 'closed') throw new HttpError(409, 'The room is closed.', { expose: true })
  if (params.room === 'red') return respond(409, { status: 409, detail: 'The room is taken.', free: ['blue'] })
  return respond(201)
})

import { Application, attributeKey, ErrorHandler, HttpError, provides } from '@app/core'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import type * as z from 'zod'
import { api, type Note } from './notes.ts'

const USER = attributeKey<string, 'user'>('user')

const signedIn = provides([USER], (request, handler) => {
  const user = request.headers.get('authorization')
  if (user === null) throw new HttpError(401, 'Say who you are')
  return handler(request.withAttribute(USER, user))
})

const notes: z.infer<typeof Note>[] = []

export const app = new Application({ router: new FindMyWayRouter() })
app.pipe(new ErrorHandler())
app.route(
  implement(api.notes.read, ({ params, respond }) => {
    const note = notes.find(({ id }) => id === Number(params.id))
    return note ? respond(200, note) : respond(404)
  }),
)
app.route(
  implement(
    api.notes.write,
    ({ body, request, respond }) => {
      if (notes.some(({ title }) => title === body.title)) return respond(409, { message: 'There is one already' })
      const note = { id: notes.length + 1, title: body.title, author: request.attribute(USER) }
      notes.push(note)
      return respond(201, note)
    },
    { middleware: [signedIn], reads: [USER] },
  ),
)

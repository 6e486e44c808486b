import { contract, endpoint } from '@app/endpoint'
import * as z from 'zod'

export const Note = z.object({ id: z.int(), title: z.string(), author: z.string() })

export const api = contract({
  notes: {
    read: endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: Note, 404: null } }),
    write: endpoint({
      method: 'POST',
      path: '/notes',
      body: z.object({ title: z.string().min(1) }),
      responses: { 201: Note, 409: z.object({ message: z.string() }) },
    }),
  },
})

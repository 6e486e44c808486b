import { bytesContent, endpoint, eventContent, multipartContent, textContent } from '@app/endpoint'
import * as z from 'zod'

const Note = z.object({ id: z.int(), title: z.string().max(20) })

export const notes = {
  create: endpoint({
    method: 'POST',
    path: '/teams/{team}/notes',
    query: z.object({ tag: z.array(z.string()).optional() }),
    headers: z.object({ 'x-from': z.string() }),
    cookies: z.object({ theme: z.string() }),
    body: Note.omit({ id: true }),
    responses: { 201: Note.extend({ seen: z.array(z.string()) }), 409: z.object({ message: z.string() }) },
  }),
  upload: endpoint({
    method: 'PUT',
    path: '/file',
    body: multipartContent(z.object({ file: z.file() })),
    responses: { 200: bytesContent({ type: 'image/png' }) },
  }),
  watch: endpoint({ method: 'GET', path: '/events', responses: { 200: eventContent(Note) } }),
  left: endpoint({ method: 'GET', path: '/left', responses: { 200: textContent() } }),
  busy: endpoint({ method: 'GET', path: '/busy', responses: { 200: textContent() } }),
  slow: endpoint({ method: 'GET', path: '/slow', responses: { 200: textContent() } }),
}

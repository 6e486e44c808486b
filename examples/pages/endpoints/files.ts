import { bytesContent, endpoint, eventContent, multipartContent } from '@app/endpoint'
import * as z from 'zod'

export const upload = endpoint({
  method: 'POST',
  path: '/files',
  body: multipartContent(z.object({ title: z.string(), file: z.file().max(1_000_000) })),
  responses: { 204: null },
})

export const download = endpoint({
  method: 'GET',
  path: '/files/{name}',
  responses: { 200: bytesContent({ type: 'image/png' }), 404: null },
})

export const progress = endpoint({
  method: 'GET',
  path: '/progress',
  responses: { 200: eventContent(z.object({ percent: z.number() })) },
})

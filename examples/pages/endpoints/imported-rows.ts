import { endpoint } from '@app/endpoint'
import * as z from 'zod'

const Row = z.object({ title: z.string().max(200), done: z.boolean() })

export const importRows = endpoint({
  method: 'POST',
  path: '/imports',
  body: z.array(Row),
  limits: { items: 20_000, keys: 100_000 },
  responses: { 200: z.object({ count: z.int() }) },
})

import { endpoint } from '@app/endpoint'
import * as z from 'zod'
import { NewNotice, NoticeData } from '../notices/notice-schemas.ts'

// This file imports nothing of the server, so that a client in a browser may import it too.

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/teams',
  name: 'api.teams',
  summary: 'The teams of who asks',
  responses: { 200: z.array(z.object({ slug: z.string(), name: z.string() })) },
})

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/teams/{team}/notices',
  name: 'api.notices',
  summary: 'What a team has on its board, newest first',
  query: z.object({ search: z.string().default(''), page: z.coerce.number().int().min(1).default(1) }),
  responses: { 200: z.object({ notices: z.array(NoticeData), count: z.int(), page: z.int(), pages: z.int() }) },
})

export const createNotice = endpoint({
  method: 'POST',
  path: '/api/teams/{team}/notices',
  name: 'api.notice.create',
  summary: 'Puts a notice on the board',
  body: NewNotice,
  responses: { 201: NoticeData },
})

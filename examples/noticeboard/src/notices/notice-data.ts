import * as z from 'zod'
import type { Team } from '../teams/teams.ts'
import type { Notice } from './notices.ts'

/** What others than pages get of a notice: programs by the API, scripts by the news. */
export const NoticeData = z.object({
  id: z.int(),
  /** The path of its page. */
  url: z.string(),
  title: z.string(),
  text: z.string(),
  by: z.string(),
  /** Seconds since 1970. */
  written: z.int(),
})

export function dataOf({ slug }: Team, { id, title, text, by, written }: Notice): z.infer<typeof NoticeData> {
  return { id, url: `/teams/${slug}/notices/${id}`, title, text, by, written }
}

import { type ServerRequest, urlFor } from '@app/core'
import type * as z from 'zod'
import { TEAM } from '../teams/enter-team.ts'
import type { NoticeData } from './notice-schemas.ts'
import type { Notice } from './notices.ts'

/** Returns the data of a notice for programs and scripts; the team of the notice comes from the request. */
export function noticeData(request: ServerRequest, notice: Notice): z.infer<typeof NoticeData> {
  const { id, title, text, by, written } = notice
  return {
    id,
    url: urlFor(request, 'notice.show', { team: request.attribute(TEAM).slug, id }),
    title,
    text,
    by,
    written,
  }
}

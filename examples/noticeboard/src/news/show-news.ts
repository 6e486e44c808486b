import { eventStream } from '@app/event-stream'
import { noticeData } from '../notices/notice-data.ts'
import type { Notices } from '../notices/notices.ts'
import { TEAM } from '../teams/enter-team.ts'
import type { News } from './news.ts'
import type { StillIn } from './still-in.ts'

/**
 * Sends the notices of a team that were written after the notice with the id `after`; a browser that reconnects gets
 * all missed notices. The stream ends with the session, with a change of the password, and when the visitor leaves the
 * team.
 */
export function showNews(news: News, notices: Notices, isStillIn: StillIn) {
  return eventStream(async function* (request, { lastEventId, signal }) {
    const team = request.attribute(TEAM)
    let last = Number.parseInt(lastEventId ?? request.query.get('after') ?? '', 10)
    if (Number.isNaN(last)) last = notices.last(team.id)
    // A browser that reconnects sends this id, even if no notice was written yet.
    yield { event: 'ready', id: last, data: '' }
    for await (const _news of news.of(team.id, signal)) {
      if (!(await isStillIn(request))) return
      for (let missed = notices.since(team.id, last); missed.length > 0; missed = notices.since(team.id, last)) {
        for (const notice of missed) {
          last = notice.id
          yield { event: 'notice', id: last, data: noticeData(request, notice) }
        }
      }
    }
  })
}
showNews.inject = ['noticeboard/news', 'noticeboard/notices', 'noticeboard/still-in'] as const

import { handlerFor } from '@app/endpoint/server'
import { accountOf } from '../accounts/identity.ts'
import { noticeData } from '../notices/notice-data.ts'
import type { Notices } from '../notices/notices.ts'
import { TEAM } from '../teams/enter-team.ts'
import type { Teams } from '../teams/teams.ts'
import { createNotice, listNotices, listTeams } from './endpoints.ts'

export function answerTeams(teams: Teams) {
  return handlerFor(listTeams, ({ request }) =>
    teams.of(accountOf(request).id).map(({ slug, name }) => ({ slug, name })),
  )
}
answerTeams.inject = ['noticeboard/teams'] as const

export function answerNotices(notices: Notices) {
  return handlerFor(listNotices, ({ request, query }) => {
    const found = notices.search(request.attribute(TEAM).id, query.search, query.page)
    return { ...found, notices: found.notices.map((notice) => noticeData(request, notice)) }
  })
}
answerNotices.inject = ['noticeboard/notices'] as const

export function answerNewNotice(notices: Notices) {
  return handlerFor(createNotice, ({ request, body, respond }) => {
    const notice = notices.write(request.attribute(TEAM).id, accountOf(request).id, body.title, body.text)
    return respond(201, noticeData(request, notice))
  })
}
answerNewNotice.inject = ['noticeboard/notices'] as const

import { notFoundHandler, type RequestHandler, redirect, refuse } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, markup } from '@app/view'
import { accountOf } from '../accounts/identity.ts'
import type { Attachments } from '../attachments/attachments.ts'
import { page } from '../site/pages.ts'
import { TEAM } from '../teams/enter-team.ts'
import { dateOf } from './list-notices.ts'
import type { Notices } from './notices.ts'

export function showNotice(notices: Notices, attachments: Attachments): RequestHandler {
  return async (request) => {
    const team = request.attribute(TEAM)
    const notice = notices.find(team.id, Number(request.params.id))
    if (!notice) return notFoundHandler(request)
    const files = attachments.of(notice.id).map(
      ({
        id,
        name,
        size,
      }) => markup`<li><a href="/teams/${team.slug}/notices/${notice.id}/attachments/${id}">${name}</a>
        <small>${Math.ceil(size / 1_000)} kB</small></li>`,
    )
    const mayRemove = team.role === 'owner' || notice.author === accountOf(request).id
    const body = markup`<p><small>${notice.by}, <time>${dateOf(notice.written)}</time></small></p>
      <p class="text">${notice.text}</p>
      ${files.length > 0 && markup`<h2>Files</h2><ul class="cards">${files}</ul>`}
      ${
        mayRemove &&
        markup`<form method="post" action="/teams/${team.slug}/notices/${notice.id}/remove">${csrfField(request)}
      <button class="quiet">Take it down</button></form>`
      }
      <p><a href="/teams/${team.slug}">To the board</a></p>`
    return page(request, { title: notice.title, body })
  }
}
showNotice.inject = ['noticeboard/notices', 'noticeboard/attachments'] as const

export function removeNotice(notices: Notices): RequestHandler {
  return (request) => {
    const team = request.attribute(TEAM)
    const notice = notices.find(team.id, Number(request.params.id))
    if (!notice) return notFoundHandler(request)
    if (team.role !== 'owner' && notice.author !== accountOf(request).id) return refuse(request, 403)
    notices.remove(team.id, notice.id)
    request.attribute(SESSION).flash('notice', `“${notice.title}” is taken down.`)
    return redirect(`/teams/${team.slug}`, 303)
  }
}
removeNotice.inject = ['noticeboard/notices'] as const

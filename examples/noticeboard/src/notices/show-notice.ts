import { notFoundHandler, type RequestHandler, redirect, refuse, type ServerRequest, urlFor } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, markup } from '@app/view'
import { accountOf } from '../accounts/identity.ts'
import type { Attachments } from '../attachments/attachments.ts'
import { page } from '../site/pages.ts'
import { TEAM } from '../teams/enter-team.ts'
import { dateOf } from './list-notices.ts'
import type { Notice, Notices } from './notices.ts'

export function showNotice(notices: Notices, attachments: Attachments): RequestHandler {
  return async (request) => {
    const team = request.attribute(TEAM)
    const notice = notices.find(team.id, Number(request.params.id))
    if (!notice) return notFoundHandler(request)
    const params = { team: team.slug, id: notice.id }
    const files = attachments.of(notice.id).map(({ id: attachment, name, size }) => {
      const path = urlFor(request, 'attachment.download', { ...params, attachment })
      return markup`<li><a href="${path}">${name}</a> <small>${Math.ceil(size / 1_000)} kB</small></li>`
    })
    const remove =
      mayRemove(request, notice) &&
      markup`<form method="post" action="${urlFor(request, 'notice.remove', params)}">${csrfField(request)}
      <button class="quiet">Take it down</button></form>`
    const body = markup`<p><small>${notice.by}, <time>${dateOf(notice.written)}</time></small></p>
      <p class="text">${notice.text}</p>
      ${files.length > 0 && markup`<h2>Files</h2><ul class="cards">${files}</ul>`}
      ${remove}
      <p><a href="${urlFor(request, 'team.show', { team: team.slug })}">To the board</a></p>`
    return page(request, { title: notice.title, body })
  }
}
showNotice.inject = ['noticeboard/notices', 'noticeboard/attachments'] as const

function mayRemove(request: ServerRequest, { author }: Notice): boolean {
  return request.attribute(TEAM).role === 'owner' || author === accountOf(request).id
}

export function removeNotice(notices: Notices): RequestHandler {
  return (request) => {
    const team = request.attribute(TEAM)
    const notice = notices.find(team.id, Number(request.params.id))
    if (!notice) return notFoundHandler(request)
    if (!mayRemove(request, notice)) return refuse(request, 403)
    notices.remove(team.id, notice.id)
    request.attribute(SESSION).flash('notice', `“${notice.title}” is taken down.`)
    return redirect(urlFor(request, 'team.show', { team: team.slug }), 303)
  }
}
removeNotice.inject = ['noticeboard/notices'] as const

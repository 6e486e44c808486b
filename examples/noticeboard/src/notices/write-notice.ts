import { type RequestHandler, redirect, type ServerRequest, urlFor } from '@app/core'
import { SESSION } from '@app/session'
import { UPLOAD } from '@app/uploads'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import { accountOf } from '../accounts/identity.ts'
import type { Attachments } from '../attachments/attachments.ts'
import { EMPTY, page } from '../site/pages.ts'
import { TEAM } from '../teams/enter-team.ts'
import { NewNotice } from './notice-schemas.ts'
import type { Notices } from './notices.ts'

export const showWriteNotice: RequestHandler = (request) => noticeForm(request, EMPTY)

export function writeNotice(notices: Notices, attachments: Attachments): RequestHandler {
  return async (request) => {
    const { fields, files } = request.attribute(UPLOAD)
    const sent = await readForm(request, NewNotice, { fields })
    if (!sent.isValid) return noticeForm(request, sent.form)
    const team = request.attribute(TEAM)
    const notice = notices.write(team.id, accountOf(request).id, sent.value.title, sent.value.text)
    for (const file of files) attachments.add(notice.id, file)
    request.attribute(SESSION).flash('notice', 'It is on the board.')
    return redirect(urlFor(request, 'team.show', { team: team.slug }), 303)
  }
}
writeNotice.inject = ['noticeboard/notices', 'noticeboard/attachments'] as const

function noticeForm(request: ServerRequest, form: Form): Promise<Response> {
  const params = { team: request.attribute(TEAM).slug }
  const action = urlFor(request, 'notice.create', params)
  const body = markup`<form method="post" action="${action}" enctype="multipart/form-data">${csrfField(request)}
    ${field(form, { name: 'title', label: 'Title', autocomplete: 'off' })}
    ${field(form, { name: 'text', label: 'Text', type: 'textarea', rows: 6 })}
    ${field(form, { name: 'files', label: 'Files, 10 MB together', type: 'file', multiple: true })}
    <button>Put it up</button></form>
    <p><a href="${urlFor(request, 'team.show', params)}">To the board</a></p>`
  return page(request, { title: 'Write a notice', body, form })
}

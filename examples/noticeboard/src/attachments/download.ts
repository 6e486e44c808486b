import { attachment } from '@app/content-disposition'
import { notFoundHandler, type RequestHandler } from '@app/core'
import { sendFile } from '@app/static'
import type { Notices } from '../notices/notices.ts'
import { TEAM } from '../teams/enter-team.ts'
import type { Attachments } from './attachments.ts'

/**
 * Sends a file to members of the team. The media type comes from the uploader, so the browser always saves the file,
 * and never shows it as a page of this site.
 */
export function download(notices: Notices, attachments: Attachments): RequestHandler {
  return (request) => {
    const notice = notices.find(request.attribute(TEAM).id, Number(request.params.id))
    const found = notice && attachments.find(notice.id, Number(request.params.attachment))
    if (!found) return notFoundHandler(request)
    const { path, name, type } = found
    const headers = {
      'cache-control': 'private, no-cache',
      'content-disposition': attachment(name),
      'content-type': /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
    }
    return sendFile(request, path, { headers })
  }
}
download.inject = ['noticeboard/notices', 'noticeboard/attachments'] as const

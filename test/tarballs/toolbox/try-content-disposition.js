import { attachment, inline } from '@app/content-disposition'

/** Names a download beyond ASCII, and leaves out a path and a line break. */
export async function tryContentDisposition() {
  const headers = new Headers({ 'content-disposition': attachment('../Grün.pdf') })
  return [headers.get('content-disposition'), inline('a\r\nb.pdf')]
}

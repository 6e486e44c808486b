import { attachment, inline } from '@app/content-disposition'

/** Gives a download a name beyond ASCII, and shows that a path and a line break are removed from another name. */
export async function tryContentDisposition() {
  const headers = new Headers({ 'content-disposition': attachment('../Grün.pdf') })
  return [headers.get('content-disposition'), inline('a\r\nb.pdf')]
}

import { attachment, inline } from '@app/content-disposition'

/**
 * Gives a download a name beyond ASCII, without the path in front of it, and removes a line break from the name of
 * another file.
 */
export async function tryContentDisposition() {
  const headers = new Headers({ 'content-disposition': attachment('../Grün.pdf') })
  return [headers.get('content-disposition'), inline('a\r\nb.pdf')]
}

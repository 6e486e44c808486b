import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HttpError, type ServerRequest } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import { contentTypeOf } from './content-type.ts'
import { fileResponse } from './file-response.ts'
import { withFile } from './open-file.ts'

/** Options of `sendFile`. */
export interface SendFileOptions {
  /** Headers of the response. A `content-type` replaces the type that belongs to the extension. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Answers GET or HEAD with one file, as `serveStatic` does: ranges, conditional requests, large files as a stream.
 *
 * The path has to come from your program, never from a request; it is absolute, or a `file:` URL. Throws an `HttpError`
 * of 404 if there is no such file, a `TypeError` for a relative path, and an `OptionError` for an unknown option.
 *
 * @example
 * const report = new URL('./reports/latest.pdf', import.meta.url)
 * app.get('/report', (request) => sendFile(request, report, { headers: { 'cache-control': 'no-store' } }))
 */
export async function sendFile(
  request: ServerRequest<never> | ServerRequest,
  file: string | URL,
  options: SendFileOptions = {},
): Promise<Response> {
  refuseUnknown('sendFile()', options, ['headers'])
  const { headers = {} } = options
  const path = file instanceof URL ? fileURLToPath(file) : file
  if (!isAbsolute(path)) throw new TypeError(`sendFile(): ${path} is relative. Write an absolute path`)
  const { 'content-type': type = contentTypeOf(path), ...more } = Object.fromEntries(new Headers(headers))
  const missing = () => new HttpError(404, `There is no file ${path}`)
  return withFile(path, {
    use: (found) => {
      if (!found.stats.isFile()) throw missing()
      return fileResponse(request as ServerRequest, found, type, more)
    },
    // Other errors, such as a file that may not be read, are thrown unchanged and are not a 404.
    refused: (error) => {
      throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? missing() : error
    },
  })
}

import { Application, json } from '@app/core'
import { BOUNDARY, inPieces, TYPE } from './forms.test.helper.ts'
import { multipart } from './index.ts'

/**
 * Parses a whole form at once, for a comparison with `multipart()`. Returns the contents of its parts, or `undefined`
 * if a line end, a blank line or the last delimiter is missing.
 */
export function contentsOf(form: string): readonly string[] | undefined {
  const [, ...parts] = `\r\n${form}`.split(`\r\n--${BOUNDARY}`)
  const last = parts.findIndex((part) => part.startsWith('--'))
  if (last < 0) return undefined
  const inner = parts.slice(0, last)
  if (!inner.every((part) => part.startsWith('\r\n') && part.includes('\r\n\r\n'))) return undefined
  return inner.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4))
}

/**
 * Sends a form to an application in pieces of `pieces` bytes. Returns the status of the response, the contents of the
 * parts that the application has read, and the errors that it reported.
 */
export async function readForm(
  form: string,
  pieces: number,
): Promise<{
  readonly status: number
  readonly contents: readonly string[] | undefined
  readonly errors: readonly unknown[]
}> {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(async (request) => {
    const contents: string[] = []
    for await (const part of multipart(request)) {
      const bytes = part.kind === 'field' ? Buffer.from(part.value) : await new Response(part.stream).arrayBuffer()
      contents.push(Buffer.from(bytes as ArrayBuffer).toString('latin1'))
    }
    return json(contents)
  })
  const body = inPieces(Buffer.from(form, 'latin1'), pieces)
  const init = { method: 'POST', body, headers: { 'content-type': TYPE }, duplex: 'half' }
  const answer = await app.request('/', init as RequestInit)
  return { status: answer.status, contents: answer.ok ? ((await answer.json()) as string[]) : undefined, errors }
}

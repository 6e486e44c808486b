import { contentOf, type EndpointDescription, type ResponseDescription } from '@app/endpoint'
import type { Fail, Receive } from './client-error.ts'
import { readEvents } from './read-events.ts'

/** The result of a call of any endpoint. */
export interface AnyResult {
  readonly ok: boolean
  readonly status: number
  readonly data: unknown
  /** The data of a response that the endpoint does not describe. */
  readonly problem?: unknown
  readonly response: Response
}

/**
 * Reads a response by the description of its status. Rejects with a `ClientError` for a response that does not fit the
 * description.
 */
export async function readAnswer(
  { method, responses }: EndpointDescription,
  response: Response,
  validate: boolean | undefined,
  receive: Receive,
  fail: Fail,
): Promise<AnyResult> {
  const { ok, status } = response
  const textOf = () => receive(() => response.text())
  const refuse = (problem: string, cause?: unknown) => fail('response', `${status} ${problem}`, cause, response)
  const answer = (data?: unknown, problem?: unknown) => ({ ok: ok && !problem, status, data, problem, response })
  const content = status in responses && contentOf(responses[status] as ResponseDescription)
  if (content === null || (content && method === 'HEAD')) return answer(await response.body?.cancel())

  const got = `${response.headers.get('content-type')}`
  const [gotType] = got.toLowerCase().split(/\s*;/) as [string]
  // Middleware and thrown errors answer a described status too, with problem details.
  if (!content || (gotType !== content.type && gotType === 'application/problem+json' && !ok)) {
    const detail = await textOf()
    const value = jsonOf(detail)
    // The body of an error may be other than JSON: a proxy answers with a page, and the framework with a string, unless
    // problem details are set up.
    const problem = value?.constructor === Object ? value : { status, detail }
    return answer(problem, problem)
  }
  const { kind, type, schema } = content
  if (gotType !== type) throw refuse(`is ${got}, not ${type}`)
  const parse = async (text: string) => {
    const sent = kind === 'text' ? text : jsonOf(text)
    if (sent === undefined) throw refuse('is not JSON')
    const result = (validate && (await schema?.['~standard'].validate(sent))) || { value: sent }
    if (result.issues) throw refuse(`does not fit: ${result.issues[0]?.message}`, result.issues)
    return result.value
  }
  return answer(
    kind === 'stream'
      ? response.body
      : kind === 'events'
        ? readEvents(response, receive, parse)
        : kind === 'bytes'
          ? new Uint8Array(await receive(() => response.arrayBuffer()))
          : await parse(await textOf()),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {}
}

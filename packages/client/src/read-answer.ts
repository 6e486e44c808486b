import { type EndpointDescription, responseContent } from '@app/endpoint'
import type { Fail, Receive } from './client-error.ts'
import { readEvents } from './read-events.ts'

/** An answer of any endpoint. */
export interface AnyAnswer {
  ok: boolean
  readonly status: number
  data?: unknown
  readonly response: Response
}

/** Reads an answer as its status is described. Throws a `ClientError` for one that is not as described. */
export async function readAnswer(
  { method, responses }: EndpointDescription,
  response: Response,
  validate: boolean | undefined,
  receive: Receive,
  fail: Fail,
): Promise<AnyAnswer> {
  const { ok, status } = response
  const answer: AnyAnswer = { ok, status, response }
  const refuse = (problem: string, cause?: unknown) => fail('answer', `${status} ${problem}`, cause, response)
  const textOf = () => receive(() => response.text())
  const described = responses[status]
  if (described === undefined) {
    const text = await textOf()
    const value = jsonOf(text)
    // A proxy answers with a page, and the framework with a text where it was not told to answer with problems.
    answer.ok = false
    answer.data = value?.constructor === Object ? value : { status, detail: text }
    return answer
  }
  const content = responseContent(described)
  if (!content || method === 'HEAD') {
    await response.body?.cancel()
    return answer
  }

  const { kind, type, schema } = content
  const got = `${response.headers.get('content-type')}`
  if (got.replace(/\s*;.*/, '').toLowerCase() !== type) throw refuse(`is ${got}, not ${type}`)
  const parse = async (text: string) => {
    const value = kind === 'text' ? text : jsonOf(text)
    if (value === undefined) throw refuse('is not JSON')
    const result = validate && (await schema?.['~standard'].validate(value))
    if (!result) return value
    if (!result.issues) return result.value
    throw refuse(`does not fit: ${result.issues[0]?.message}`, result.issues)
  }
  if (kind === 'stream') answer.data = response.body
  else if (kind === 'events') answer.data = readEvents(response, receive, parse)
  else if (kind === 'octets') answer.data = await receive(async () => new Uint8Array(await response.arrayBuffer()))
  else answer.data = await parse(await textOf())
  return answer
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {}
}

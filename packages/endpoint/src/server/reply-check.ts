import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { EventMessage } from '../content.ts'
import type { ResponseContent } from '../response-description.ts'
import { EndpointError, ReplyError } from './endpoint-errors.ts'
import { pathOf } from './issue-message.ts'

/** Gives the value that is sent. Throws `ReplyError` for one that is not as it is described. */
export type ReplyCheck = (value: unknown) => unknown | Promise<unknown>

/**
 * Makes the check of answers of one status; `undefined` where there is no schema.
 *
 * A response's schema describes what is sent. So it gets what the client will read, and has to give the same back: a date
 * that JSON turns into a text, and a key that the schema does not know, are mistakes.
 */
export function replyCheck(
  endpoint: string,
  status: number,
  { kind, schema }: ResponseContent,
): ReplyCheck | undefined {
  if (schema === undefined) return undefined
  const { validate } = schema['~standard']
  const settle = (sent: unknown, result: StandardSchemaV1.Result<unknown>): void => {
    const problem = problemOf(sent, result)
    if (problem) throw new ReplyError(endpoint, `the answer ${status} is not as it is described. ${problem}`)
  }
  const check = (value: unknown): unknown => {
    const sent = kind === 'text' ? value : asSent(endpoint, status, value)
    const result = validate(sent)
    if (!(result instanceof Promise)) {
      settle(sent, result)
      return value
    }
    return result.then((settled) => {
      settle(sent, settled)
      return value
    })
  }
  return kind === 'events' ? (events) => checkedEvents(events as AsyncIterable<EventMessage>, check) : check
}

async function* checkedEvents(
  events: AsyncIterable<EventMessage>,
  check: ReplyCheck,
): AsyncGenerator<EventMessage, void, void> {
  for await (const event of events) {
    await check(event.data)
    yield event
  }
}

function asSent(endpoint: string, status: number, value: unknown): unknown {
  const text = JSON.stringify(value)
  if (text !== undefined) return JSON.parse(text)
  throw new EndpointError(endpoint, `the answer ${status} has a body of JSON, got ${typeof value}. Return its value.`)
}

function problemOf(sent: unknown, result: StandardSchemaV1.Result<unknown>): string | undefined {
  const [issue] = result.issues ?? []
  if (issue) return `At ${placeOf(pathOf(issue))}: ${issue.message}.`
  const place = result.issues ? undefined : difference(sent, result.value, [])
  if (place === undefined) return undefined
  return (
    `At ${placeOf(place)}: the schema gives back something else than is sent. ` +
    'It describes what a client reads, so leave out a key that it does not know, and transform nothing in it.'
  )
}

function placeOf(path: readonly (string | number)[]): string {
  return path.length === 0 ? 'its top' : path.join('.')
}

type Path = readonly (string | number)[]

/** Where two values of JSON differ; `undefined` counts as absent. */
function difference(sent: unknown, given: unknown, path: Path): Path | undefined {
  if (Object.is(sent, given) || sent === given) return undefined
  if (typeof sent !== 'object' || typeof given !== 'object' || sent === null || given === null) return path
  if (Array.isArray(sent) !== Array.isArray(given)) return path
  for (const key of new Set([...Object.keys(sent), ...Object.keys(given)])) {
    const [a, b] = [sent, given].map((value) => (value as Readonly<Record<string, unknown>>)[key])
    const found = difference(a, b, [...path, key])
    if (found) return found
  }
  return undefined
}

import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { TypedEvent } from '../content.ts'
import type { ResponseContent } from '../response-description.ts'
import { declared } from './declared.ts'
import { pathOf } from './issue-message.ts'
import { ReplyError } from './reply-error.ts'

/** Returns the data that is sent for a value. Throws `ReplyError` if the value does not fit its description. */
export type Prepare = (value: unknown) => unknown | Promise<unknown>

/**
 * Makes the function that prepares the responses of one status: the function leaves out the keys that the schema does
 * not name, and checks the rest if `checked` is set.
 *
 * The schema of a response describes the sent data; its output is the value for the client. So the schema checks the
 * data as the client will read it: written as JSON and parsed again.
 */
export function replyPreparation(
  endpoint: string,
  status: number,
  { kind, schema }: ResponseContent,
  checked: boolean,
): Prepare {
  if (schema === undefined) return (value) => value
  const { validate } = schema['~standard']
  const prepare: Prepare = (value) => {
    const sent = kind === 'text' ? value : declared(schema, value)
    if (!checked) return sent
    const result = validate(kind === 'text' ? sent : asRead(endpoint, status, sent))
    return result instanceof Promise ? result.then((settled) => settle(sent, settled)) : settle(sent, result)
  }
  const settle = (sent: unknown, { issues }: StandardSchemaV1.Result<unknown>): unknown => {
    const [issue] = issues ?? []
    if (issue === undefined) return sent
    const place = pathOf(issue).join('.') || 'its top'
    throw new ReplyError(
      endpoint,
      `the answer ${status} is not as it is described. At ${place}: ${issue.message}. The schema of an answer checks the data that is sent as JSON.`,
    )
  }
  return kind === 'events' ? (events) => preparedEvents(events as AsyncIterable<TypedEvent>, prepare) : prepare
}

async function* preparedEvents(
  events: AsyncIterable<TypedEvent>,
  prepare: Prepare,
): AsyncGenerator<TypedEvent, void, void> {
  for await (const event of events) yield { ...event, data: await prepare(event.data) }
}

function asRead(endpoint: string, status: number, value: unknown): unknown {
  const text = JSON.stringify(value)
  if (text !== undefined) return JSON.parse(text)
  throw new ReplyError(endpoint, `the answer ${status} has a body of JSON, got ${typeof value}. Return its value.`)
}

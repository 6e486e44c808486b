import { empty, json, type ServerRequest, text } from '@app/core'
import { eventStream } from '@app/event-stream'
import type { TypedEvent } from '../content.ts'
import { contentOf } from '../content-of.ts'
import type { EndpointDescription } from '../endpoint.ts'
import type { ResponseContent, ResponseDescription } from '../response-description.ts'
import { invalidEndpoint, nameOf } from './invalid-endpoint.ts'
import { isResponse, Reply, type ReplyInit } from './reply.ts'
import { ReplyError } from './reply-error.ts'
import { type HeadersCheck, headersCheck } from './reply-headers.ts'
import { type Prepare, replyPreparation } from './reply-preparation.ts'

/** Makes the response from the result of a handler. */
export type ReplyWriter = (given: unknown, request: ServerRequest) => Response | Promise<Response>

/** Makes the response with a value as its body. */
type Write = (value: unknown, init: ReplyInit | undefined, request: ServerRequest) => Response

interface StatusWriter {
  readonly write: Write
  readonly prepare: Prepare | undefined
  readonly headers: HeadersCheck | undefined
}

/**
 * Makes the writer for a description. The writer removes the keys that the schema of a reply does not name, and checks
 * the reply if `checked` is set. Throws a `ConfigurationError` (`APP_ENDPOINT`) for a description from which no
 * response can be made. The writer throws a `ReplyError` for a result of the handler that the description does not
 * allow.
 */
export function replyWriter(description: EndpointDescription, checked: boolean): ReplyWriter {
  const name = nameOf(description)
  const writers = new Map<number, StatusWriter>()
  for (const [key, response] of Object.entries(description.responses)) {
    const status = Number(key)
    const content = contentFor(name, key, response)
    const prepare = content?.schema && replyPreparation(name, status, content, checked)
    writers.set(status, {
      write: write(status, content),
      prepare,
      headers: headersCheck(name, status, response, checked),
    })
  }
  const successes = [...writers.keys()].filter((status) => status >= 200 && status < 300)
  const [success] = successes

  return (given, request) => {
    if (given instanceof Reply) return reply(given.status, given.value, given.init, request)
    if (isResponse(given)) return given
    if (success !== undefined && successes.length === 1) return reply(success, given, undefined, request)
    throw new ReplyError(
      name,
      `its handler returned a value, and ${successes.length} successes are described. Return respond(status, value).`,
    )
  }

  function reply(
    status: number,
    value: unknown,
    init: ReplyInit | undefined,
    request: ServerRequest,
  ): Response | Promise<Response> {
    const writer = writers.get(status)
    if (writer === undefined) {
      const described = [...writers.keys()].join(', ')
      throw new ReplyError(name, `the status ${status} is not described. There are ${described}.`)
    }
    const { prepare, headers } = writer
    const send = (sent: unknown) => writer.write(sent, init, request)
    const prepared = prepare ? prepare(value) : value
    const response = prepared instanceof Promise ? prepared.then(send) : send(prepared)
    if (headers === undefined) return response
    return response instanceof Promise ? response.then(headers) : headers(response)
  }
}

function contentFor(name: string, key: string, response: ResponseDescription): ResponseContent | null {
  const status = Number(key)
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw invalidEndpoint(name, `a response's status is an integer from 200 to 599, got ${key}.`)
  }
  const content = contentOf(response)
  if (content !== null && (status === 204 || status === 205 || status === 304)) {
    throw invalidEndpoint(name, `a response with status ${status} has no body. Write null in place of a schema.`)
  }
  if (content?.type.includes('*')) {
    throw invalidEndpoint(name, `the response ${status} needs one media type, got ${content.type}.`)
  }
  return content
}

function write(status: number, content: ResponseContent | null): Write {
  const usual = { status }
  if (content === null) return (_value, init) => empty(init ? { status, ...init } : usual)
  const { kind, type } = content
  const typed = (init: ReplyInit | undefined) => ({ status, headers: { 'content-type': type, ...init?.headers } })
  switch (kind) {
    case 'json': {
      if (type !== 'application/json') return (value, init) => json(value as object, typed(init))
      return (value, init) => json(value as object, init ? { status, ...init } : usual)
    }
    case 'text': {
      const headers = { 'content-type': `${type}; charset=utf-8` }
      return (value, init) => text(value as string, { status, headers: { ...headers, ...init?.headers } })
    }
    case 'events':
      return (value, init, request) => {
        const { body, headers } = eventStream(() => asJson(value as AsyncIterable<TypedEvent>))(request)
        return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...init?.headers } })
      }
    default:
      return (value, init) => new Response(value as Blob, typed(init))
  }
}

/** Writes the data of each event as JSON, even if the data is a string. */
async function* asJson(events: AsyncIterable<TypedEvent>): AsyncGenerator<TypedEvent<string>, void, void> {
  for await (const event of events) yield { ...event, data: JSON.stringify(event.data) }
}

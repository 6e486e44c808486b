import type { EventMessage } from '../content.ts'

/**
 * Writes events as a stream, each when the client is ready for it. Ends the source when the client leaves.
 *
 * Source: the HTML standard, section 9.2 (server-sent events).
 */
export function eventBody(events: AsyncIterable<EventMessage>): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(eventText(value)))
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Throws a `TypeError` for a kind or id with a line break, which would begin a field of its own. */
function eventText({ data, event, id, retry }: EventMessage): string {
  let text = ''
  if (event !== undefined) text += `event: ${oneLine('event', event)}\n`
  if (id !== undefined) text += `id: ${oneLine('id', id)}\n`
  if (retry !== undefined) text += `retry: ${Math.trunc(retry)}\n`
  return `${text}data: ${JSON.stringify(data)}\n\n`
}

function oneLine(name: string, text: string): string {
  if (!/[\r\n\0]/.test(text)) return text
  throw new TypeError(`The ${name} of a server-sent event is one line, got ${JSON.stringify(text)}`)
}

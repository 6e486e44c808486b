import type { TypedEvent } from '@app/endpoint'
import type { Receive } from './client-error.ts'

/**
 * Reads server-sent events as they arrive, until the server ends the stream or the reader stops reading.
 *
 * Source: the HTML standard, section 9.2.6 (interpreting an event stream).
 */
export async function* readEvents(
  { body }: Response,
  receive: Receive,
  parse: (data: string) => unknown,
): AsyncGenerator<TypedEvent> {
  const reader = (body as NonNullable<typeof body>).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let surplus: RegExp | string = ''
  let data = ''
  const fields: Record<string, string | number> = {}
  try {
    for (;;) {
      const { done, value = '' } = await receive(() => reader.read())
      if (done) return
      const lines = (rest + value.replace(surplus, '')).split(/\r\n?|\n/)
      // A CR at the end of a chunk has ended a line already, so an LF at the start of the next chunk, which belongs to
      // this CR, is dropped.
      surplus = value.endsWith('\r') ? /^\n/ : ''
      rest = lines.pop() as string
      for (const line of lines) {
        const [, name, content = ''] = FIELD.exec(line) ?? []
        if (name === 'data') data += `${content}\n`
        else if (name) fields[name] = name === 'retry' ? Number(content) : content
        if (line) continue
        if (data) yield { ...fields, data: await parse(data.slice(0, -1)) }
        data = ''
        delete fields.event
        delete fields.retry
      }
    }
  } finally {
    reader.cancel().catch(Boolean)
  }
}

/** Matches a line with a known field of an event, by name and content. Other lines are ignored. */
const FIELD = /^(data|event(?=: ?.)|id(?!.*\0)|retry(?=: ?\d+$))(?:: ?(.*))?$/s

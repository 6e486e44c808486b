/** An event that a generator yields. An event without `data` only sets `id` and `retry`: browsers dispatch nothing. */
export interface ServerEvent {
  /**
   * The client gets a string as it is, except that each line break arrives as `\n`; any other value is sent as JSON.
   */
  readonly data?: unknown
  /** The type that the client listens for. Default: `message`. */
  readonly event?: string | undefined
  /** The id that the client sends as `Last-Event-ID` when it reconnects. */
  readonly id?: string | number | undefined
  /** The milliseconds that the client waits before it reconnects. */
  readonly retry?: number | undefined
}

/**
 * Formats an event.
 *
 * Throws a `TypeError` for a value that is not an event, such as one with an unknown field, with a line break in `id`
 * or `event`, or with `data` that is not JSON. Source: HTML Standard, 9.2.5 and 9.2.6.
 */
export function formatEvent(value: unknown): string {
  const { data, event, id, retry } = checkEvent(value)
  const lines: string[] = []
  if (event !== undefined) lines.push(`event: ${oneLine('event', event)}`)
  if (id !== undefined) lines.push(`id: ${idText(id)}`)
  if (retry !== undefined) lines.push(`retry: ${milliseconds(retry)}`)
  if (data !== undefined)
    lines.push(
      ...dataText(data)
        .split(LINE_BREAK)
        .map((line) => `data: ${line}`),
    )
  else if (event !== undefined)
    throw new TypeError(`the event ${JSON.stringify(event)} has no "data", so clients drop it. Write data: '' for none`)
  return `${lines.join('\n')}\n\n`
}

function checkEvent(value: unknown): ServerEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`an event is an object, got ${JSON.stringify(value)?.slice(0, 40)}. Write yield { data: … }`)
  }
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key))
  if (unknown === undefined) return value
  throw new TypeError(
    `an event has no "${unknown}", it has ${FIELDS.join(', ')}. Write yield { data: … } to send an object`,
  )
}

function oneLine(field: string, value: unknown): string {
  if (typeof value === 'string' && !LINE_BREAK.test(value)) return value
  throw new TypeError(`"${field}" must be a string without line breaks, got ${JSON.stringify(value)}`)
}

function idText(id: unknown): string {
  const text = oneLine('id', typeof id === 'number' ? String(id) : id)
  if (!text.includes('\0')) return text
  throw new TypeError(`"id" has a NUL, which makes clients ignore it: ${JSON.stringify(text)}`)
}

function milliseconds(retry: unknown): number {
  if (Number.isSafeInteger(retry) && (retry as number) >= 0) return retry as number
  throw new TypeError(`"retry" must be an integer of milliseconds, got ${JSON.stringify(retry)}`)
}

function dataText(data: unknown): string {
  if (typeof data === 'string') return data
  const json = data instanceof Promise ? undefined : JSON.stringify(data)
  if (json !== undefined) return json
  throw new TypeError(
    `"data" must be a string or JSON, got a ${data instanceof Promise ? 'promise: await it' : typeof data}`,
  )
}

const FIELDS: readonly string[] = ['data', 'event', 'id', 'retry']
const LINE_BREAK = /\r\n|\r|\n/

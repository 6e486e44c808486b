/** A part of a form, as a browser sends it. */
export interface SentPart {
  readonly name?: string
  readonly fileName?: string
  readonly type?: string
  readonly content: string | Uint8Array
  /** The headers of the part, in place of the headers that `formOf` makes from `name`, `fileName` and `type`. */
  readonly headers?: string
}

export const BOUNDARY = '----formBoundary7MA4YWxk'
export const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Makes the bytes of a form from its parts. */
export function formOf(parts: readonly SentPart[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap((part) => [`--${BOUNDARY}\r\n${headersOf(part)}\r\n\r\n`, part.content, '\r\n'])
  return new Uint8Array(Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string))))
}

function headersOf({ name = 'x', fileName, type, headers }: SentPart): string {
  if (headers !== undefined) return headers
  const disposition = `Content-Disposition: form-data; name="${name}"`
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  return `${disposition}${file}${type === undefined ? '' : `\r\nContent-Type: ${type}`}`
}

/**
 * Makes a stream of bytes in pieces of a given length. Calls `note` with the number of bytes that the stream has
 * produced so far.
 */
export function inPieces(
  bytes: Uint8Array,
  length: number,
  note: (given: number) => void = () => undefined,
): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + length))
        at += length
        note(at)
      },
    },
    { highWaterMark: 0 },
  )
}

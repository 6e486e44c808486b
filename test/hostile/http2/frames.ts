/** The types of frames. Source: RFC 9113 section 6. */
export const TYPE = {
  ...{ DATA: 0, HEADERS: 1, PRIORITY: 2, RST_STREAM: 3, SETTINGS: 4 },
  ...{ PUSH_PROMISE: 5, PING: 6, GOAWAY: 7, WINDOW_UPDATE: 8, CONTINUATION: 9 },
} as const

/** The flags of frames. Some have the same value, since a bit can have different meanings in two types of frames. */
export const FLAG = { NONE: 0, ACK: 1, END_STREAM: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const

/** Writes a frame as bytes; `length` may state a wrong length. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array | string = '',
  length?: number,
): Buffer {
  const bytes = Buffer.from(payload as string, 'latin1')
  const head = Buffer.alloc(9)
  head.writeUIntBE(length ?? bytes.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

/**
 * Encodes fields as a block of headers, each as a literal that is not added to the table of HPACK. Source: RFC 7541
 * section 6.2.2.
 */
export function block(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]))
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1')
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const rest: number[] = []
  let left = bytes.length - 127
  for (; left >= 128; left >>= 7) rest.push((left & 127) | 128)
  return Buffer.concat([Buffer.from([127, ...rest, left]), bytes])
}

/** An integer of four bytes. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A frame that the server has sent. */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Returns the complete frames that the received bytes contain. */
export function framesIn(bytes: Buffer): readonly Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3)
    if (end > bytes.length) break
    const [type, flags] = [bytes.readUInt8(at + 3), bytes.readUInt8(at + 4)]
    frames.push({
      type,
      flags,
      stream: bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
      payload: bytes.subarray(at + 9, end),
    })
    at = end
  }
  return frames
}

/** The types of frames. Source: RFC 9113 section 6. */
export const TYPE = {
  ...{ DATA: 0, HEADERS: 1, PRIORITY: 2, RST_STREAM: 3, SETTINGS: 4 },
  ...{ PUSH_PROMISE: 5, PING: 6, GOAWAY: 7, WINDOW_UPDATE: 8, CONTINUATION: 9 },
} as const

/** The flags of frames. Some have the same value, since a bit can have different meanings in two types of frames. */
export const FLAG = { NONE: 0, ACK: 1, END_STREAM: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const

/** Writes a frame as octets; `length` may state a wrong length. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array | string = '',
  length?: number,
): Buffer {
  const octets = Buffer.from(payload as string, 'latin1')
  const head = Buffer.alloc(9)
  head.writeUIntBE(length ?? octets.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, octets])
}

/**
 * Encodes fields as a block of headers, each as a literal that is not added to the table of HPACK. Source: RFC 7541
 * section 6.2.2.
 */
export function block(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]))
}

function text(value: string): Buffer {
  const octets = Buffer.from(value, 'latin1')
  if (octets.length < 127) return Buffer.concat([Buffer.from([octets.length]), octets])
  const rest: number[] = []
  let left = octets.length - 127
  for (; left >= 128; left >>= 7) rest.push((left & 127) | 128)
  return Buffer.concat([Buffer.from([127, ...rest, left]), octets])
}

/** An integer of four octets. */
export function uint32(value: number): Buffer {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value >>> 0)
  return octets
}

/** A frame that the server has sent. */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Gives the complete frames that the received octets contain. */
export function framesIn(octets: Buffer): readonly Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 9 <= octets.length; ) {
    const end = at + 9 + octets.readUIntBE(at, 3)
    if (end > octets.length) break
    const [type, flags] = [octets.readUInt8(at + 3), octets.readUInt8(at + 4)]
    frames.push({
      type,
      flags,
      stream: octets.readUInt32BE(at + 5) & 0x7fff_ffff,
      payload: octets.subarray(at + 9, end),
    })
    at = end
  }
  return frames
}

import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** Opcodes of RFC 6455, 5.2. */
export const TEXT = 1
export const BINARY = 2
export const CONTINUATION = 0
export const CLOSE = 8
export const PING = 9
export const PONG = 10

interface Written {
  /** True if another frame of the message follows. */
  readonly more?: boolean
  /** The three reserved bits, as a number. */
  readonly reserved?: number
  readonly unmasked?: boolean
  /** The number of bytes in which the length is written, if more than needed. */
  readonly lengthBytes?: 2 | 8
  /** The stated length, if it differs from that of the payload. */
  readonly said?: bigint
}

/** Writes a frame of a client; `written` may make it invalid, for example by a wrong length. */
export function frame(opcode: number, payload: string | Uint8Array = '', written: Written = {}): Buffer {
  const bytes = Buffer.from(payload)
  const said = written.said ?? BigInt(bytes.length)
  const size = written.lengthBytes ?? (said < 126n ? 0 : said < 65_536n ? 2 : 8)
  const length = Buffer.alloc(size)
  if (size === 2) length.writeUInt16BE(Number(said))
  if (size === 8) length.writeBigUInt64BE(said)
  const first = (written.more ? 0 : 0x80) | ((written.reserved ?? 0) << 4) | opcode
  const second = size === 0 ? Number(said) : size === 2 ? 126 : 127
  if (written.unmasked) return Buffer.concat([Buffer.from([first, second]), length, bytes])
  const mask = randomBytes(4)
  const masked = bytes.map((byte, at) => byte ^ (mask[at % 4] as number))
  return Buffer.concat([Buffer.from([first, second | 0x80]), length, mask, masked])
}

/** Writes a close frame, with a code and a reason. */
export function closing(code: number, reason: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(code)
  return frame(CLOSE, Buffer.concat([bytes, Buffer.from(reason)]))
}

/** Splits bytes into pieces of one byte. */
export function chopped(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (byte) => Buffer.from([byte]))
}

const NAMES: Readonly<Record<number, string>> = { 0: 'more', 1: 'text', 2: 'bytes', 8: 'close', 9: 'ping', 10: 'pong' }

/**
 * Opens a connection, sends pieces of bytes, and returns the frames that the server sends, up to a close frame or the
 * end of the connection.
 */
export function exchangeFrames(port: number, pieces: readonly Buffer[], extensions = ''): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let got = Buffer.alloc(0)
    let isUpgraded = false
    socket.write(
      `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n${extensions}Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    const send = async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        await new Promise((sent) => setImmediate(sent))
      }
    }
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk])
      if (!isUpgraded) {
        const end = got.indexOf('\r\n\r\n')
        if (end === -1) return
        const head = got.subarray(0, end).toString('latin1')
        if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(head))
        isUpgraded = true
        got = got.subarray(end + 4)
        void send()
      }
      if (framesIn(got).at(-1)?.startsWith('close')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(framesIn(got)))
  })
}

/** Describes in words each whole frame in the bytes of a server, whose frames are not masked. */
function framesIn(bytes: Buffer): string[] {
  const frames: string[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2)
    const size = second === 126 ? 2 : second === 127 ? 8 : 0
    if (at + 2 + size > bytes.length) break
    const length = size === 0 ? second : size === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const begin = at + 2 + size
    if (begin + length > bytes.length) break
    const payload = bytes.subarray(begin, begin + length)
    frames.push(shown(NAMES[first & 15] ?? 'unknown', payload))
    at = begin + length
  }
  return frames
}

function shown(name: string, payload: Buffer): string {
  if (name === 'close') return payload.length < 2 ? 'close' : `close ${payload.readUInt16BE(0)}`
  if (payload.length > 32) return `${name} of ${payload.length}`
  return `${name} ${name === 'bytes' ? payload.toString('hex') : payload}`.trimEnd()
}

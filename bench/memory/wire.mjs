import { Duplex } from 'node:stream'

/** The number of bytes of a request that arrive at once, as from a socket. */
const PIECE = 65_536

/**
 * A connection without a socket, and so without the kernel. A server speaks HTTP over it after
 * `emit('connection', wire)`.
 *
 * Calls `answered` at the last byte of each response. If `length` is set, each response has that number of bytes;
 * otherwise a response ends with the last of its chunks.
 */
export class Wire extends Duplex {
  remoteAddress = '127.0.0.1'
  remotePort = 40_000
  remoteFamily = 'IPv4'
  localAddress = '127.0.0.1'
  localPort = 8_080
  bytesRead = 1
  answered = () => undefined
  /** The number of bytes of each response, its head included; 0 for responses in chunks. */
  length = 0
  #missing = 0

  constructor() {
    super({ decodeStrings: false })
  }

  /** Passes the bytes of a request to the server. */
  request(bytes) {
    this.#missing = this.length
    for (let at = 0; at < bytes.length; at += PIECE) this.push(bytes.subarray(at, at + PIECE))
  }

  _read() {}

  _write(chunk, encoding, done) {
    this.take(chunk, encoding)
    done()
  }

  _writev(chunks, done) {
    for (const { chunk, encoding } of chunks) this.take(chunk, encoding)
    done()
  }

  take(chunk, encoding) {
    // Node 20 writes an empty text after each response, which belongs to no response.
    if (chunk.length === 0) return
    if (this.length === 0) {
      if (endsChunks(chunk)) this.answered(this)
      return
    }
    this.#missing -= bytesIn(chunk, encoding)
    if (this.#missing === 0) this.answered(this)
  }

  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  destroySoon() {
    this.end()
    this.destroy()
  }
}

/**
 * Counts the bytes of a chunk. A string is copied, as a socket does: to count without a copy would take no time for a
 * string in Latin-1, but some for one in UTF-8, and servers that write Latin-1 would seem cheaper than they are.
 */
function bytesIn(chunk, encoding) {
  return typeof chunk === 'string' ? SOCKET.write(chunk, encoding) : chunk.length
}

const SOCKET = Buffer.alloc(1 << 20)

function endsChunks(chunk) {
  if (typeof chunk === 'string') return chunk.endsWith('0\r\n\r\n')
  return chunk.length >= 5 && chunk.latin1Slice(chunk.length - 5) === '0\r\n\r\n'
}

/** Sends one request to a server over a new wire, and returns the whole response in Latin-1. */
export function askOnce(server, bytes) {
  return new Promise((resolve, reject) => {
    const wire = new Wire()
    let answer = ''
    const late = setTimeout(() => reject(new Error(`the answer is incomplete: ${answer.slice(0, 300)}`)), 5_000)
    wire.take = (chunk, encoding) => {
      answer += typeof chunk === 'string' ? Buffer.from(chunk, encoding).latin1Slice() : chunk.latin1Slice()
      if (!isComplete(answer)) return
      clearTimeout(late)
      resolve(answer)
      // Ends the connection a turn later: during the last write, the server would believe that its response was cut
      // off.
      setImmediate(() => wire.destroy())
    }
    server.emit('connection', wire)
    wire.request(bytes)
  })
}

/**
 * Checks that a string in Latin-1 is a whole response: that its body has the length of `content-length`, or ends with
 * the last chunk.
 */
export function isComplete(answer) {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /content-length: (\d+)/i.exec(answer.slice(0, head))?.[1]
  return length === undefined ? answer.endsWith('0\r\n\r\n') : answer.length === head + 4 + Number(length)
}

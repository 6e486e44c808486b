import { Duplex } from 'node:stream'

/** How much of a request arrives at once, as from a socket. */
const PIECE = 65_536

/**
 * A connection without a kernel: a server that is given one by `emit('connection', wire)` speaks HTTP over it.
 *
 * It calls `answered` at the last octet of each answer. Answers of known length end where the first one did; those in
 * chunks by their last chunk.
 */
export class Wire extends Duplex {
  remoteAddress = '127.0.0.1'
  remotePort = 40_000
  remoteFamily = 'IPv4'
  localAddress = '127.0.0.1'
  localPort = 8_080
  bytesRead = 1
  answered = () => undefined
  /** The octets of an answer; 0 for one in chunks. */
  length = 0
  #missing = 0

  constructor() {
    super({ decodeStrings: false })
  }

  /** Lets a request arrive. */
  request(octets) {
    this.#missing = this.length
    for (let at = 0; at < octets.length; at += PIECE) this.push(octets.subarray(at, at + PIECE))
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
    // Node 20 writes an empty text behind an answer.
    if (chunk.length === 0) return
    if (this.length === 0) {
      if (endsChunks(chunk)) this.answered(this)
      return
    }
    this.#missing -= octetsIn(chunk, encoding)
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
 * The octets of what is written. A text is copied as a socket would copy it: counting one in UTF-8 is dearer than writing it
 * in Latin-1, so that a server of the latter would seem cheaper than it is.
 */
function octetsIn(chunk, encoding) {
  return typeof chunk === 'string' ? SOCKET.write(chunk, encoding) : chunk.length
}

const SOCKET = Buffer.alloc(1 << 20)

function endsChunks(chunk) {
  if (typeof chunk === 'string') return chunk.endsWith('0\r\n\r\n')
  return chunk.length >= 5 && chunk.latin1Slice(chunk.length - 5) === '0\r\n\r\n'
}

/** A wire that keeps what it is given: asks a server once and gives the whole answer in Latin-1. */
export function askOnce(server, octets) {
  return new Promise((resolve, reject) => {
    const wire = new Wire()
    let answer = ''
    const late = setTimeout(() => reject(new Error(`no whole answer, but ${answer.slice(0, 300)}`)), 5_000)
    wire.take = (chunk, encoding) => {
      answer += typeof chunk === 'string' ? Buffer.from(chunk, encoding).latin1Slice() : chunk.latin1Slice()
      if (!isComplete(answer)) return
      clearTimeout(late)
      resolve(answer)
      // A server that hears of the end within its last write takes it for one before the end.
      setImmediate(() => wire.destroy())
    }
    server.emit('connection', wire)
    wire.request(octets)
  })
}

/** Whether octets are a whole answer. */
export function isComplete(answer) {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /content-length: (\d+)/i.exec(answer.slice(0, head))?.[1]
  return length === undefined ? answer.endsWith('0\r\n\r\n') : answer.length === head + 4 + Number(length)
}

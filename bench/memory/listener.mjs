import { IncomingMessage, ServerResponse } from 'node:http'
import { CASES } from '../cases.mjs'
import { Wire } from './wire.mjs'

const BATCHES = 200
const BATCH = 100

/**
 * Measures the nanoseconds from the call of a server's listener to the end of its response. The request is complete
 * before the call, and the response writes to no connection. Returns the mean of the fastest of many batches, since
 * other programs on the machine can only add time.
 */
export async function timeListener(server, key) {
  const wire = new Wire()
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < BATCHES; i++) least = Math.min(least, await timeBatch(server, CASES[key], wire))
  return least
}

async function timeBatch(server, request, wire) {
  const messages = Array.from({ length: BATCH }, () => messageOf(request, wire))
  const responses = messages.map((message) => new Outgoing(message, wire))
  // The body that was pushed into a message becomes readable one turn of the event loop later.
  await new Promise((resolve) => setImmediate(resolve))
  return new Promise((resolve, reject) => {
    let missing = BATCH
    const late = setTimeout(() => reject(new Error('The listener did not end all answers within five seconds')), 5_000)
    const start = process.hrtime.bigint()
    Outgoing.ended = () => {
      if (--missing > 0) return
      const took = Number(process.hrtime.bigint() - start) / BATCH
      clearTimeout(late)
      setImmediate(resolve, took)
    }
    for (let i = 0; i < BATCH; i++) server.emit('request', messages[i], responses[i])
  })
}

function messageOf({ method, path, headers = [], body = '' }, wire) {
  const message = new IncomingMessage(wire)
  const length = body ? [`content-length: ${body.length}`] : []
  const lines = ['host: localhost', ...headers, ...length].flatMap((line) => line.split(': '))
  Object.assign(message, { method, url: path, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  message.rawHeaders = lines
  message._addHeaderLines?.(lines, lines.length)
  if (body) message.push(Buffer.from(body))
  message.push(null)
  message.complete = true
  return message
}

/** A response that accepts a head and a body, and writes nothing. */
class Outgoing extends ServerResponse {
  static ended = () => undefined

  constructor(message, wire) {
    super(message)
    this.socket = wire
  }

  writeHead(status) {
    this.statusCode = status
    this._header = 'written'
    return this
  }

  write() {
    return true
  }

  end() {
    Outgoing.ended()
    return this
  }
}

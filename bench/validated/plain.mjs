import { createServer } from 'node:http'
import { answerTo, Input } from '../validated-schemas.mjs'

/** A server of `node:http` that calls `schema.parse` itself, without a framework. */
export function start(port) {
  const server = createServer((incoming, outgoing) => {
    const chunks = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = JSON.stringify(answerTo(Input.parse(JSON.parse(Buffer.concat(chunks).toString()))))
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      outgoing.end(body)
    })
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

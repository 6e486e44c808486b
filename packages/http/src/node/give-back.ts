import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { isHttp2 } from './raw-header.ts'

/**
 * Gives a message of node the bytes of its body again, after this package has read them to the end, so that a
 * surrounding framework reads the message like one that nobody has touched.
 *
 * A stream that has ended cannot begin again. So the constructor of node's streams is applied to the message a second
 * time: the message stays the same object, with its headers and its listeners, and gets the state of a new stream.
 */
export function giveBack(incoming: IncomingMessage, outgoing: ServerResponse, bytes: Uint8Array): void {
  // A message that a test has made may be no stream of node; such messages keep their body.
  if (!(incoming instanceof Readable)) return
  Readable.call(incoming, { read: () => undefined, autoDestroy: !isHttp2(incoming) })
  incoming.push(bytes)
  incoming.push(null)
  // As node does with a body that nobody has begun to read when the response is sent. Otherwise the connection would
  // keep the message.
  outgoing.once('close', () => {
    if (incoming.readableFlowing === null) incoming.resume()
  })
}

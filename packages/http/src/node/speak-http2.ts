import type { Server } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { refuseUnknown } from '@app/checks'
import type { NodeListener } from './exchange.ts'
import { Http2Connections } from './http2-connections.ts'
import type { ServerOptions } from './server.ts'
import { limitsOf } from './server-state.ts'

/**
 * Returns the protocols that a server offers to clients over TLS; `undefined` for HTTP/1 alone.
 *
 * Throws a `TypeError` for HTTP/2 without TLS, since browsers speak it over nothing else.
 */
export function protocolsOf({ http2 = false, tls }: ServerOptions): string[] | undefined {
  if (http2 === false) return undefined
  if (tls === undefined) {
    throw new TypeError(
      '"http2" needs "tls", since browsers speak HTTP/2 over TLS alone: { tls: { cert, key }, http2: true }.',
    )
  }
  if (http2 === true) return ['h2', 'http/1.1']
  refuseUnknown('http2', http2, ['allowHTTP1'])
  return http2.allowHTTP1 === false ? ['h2'] : ['h2', 'http/1.1']
}

/**
 * Lets a server speak HTTP/2 with clients that choose it. All other clients are left to node, or disconnected if the
 * option `allowHTTP1` is `false`.
 */
export function speakHttp2(http: Server, options: ServerOptions, listener: NodeListener): Http2Connections | undefined {
  const protocols = protocolsOf(options)
  if (protocols === undefined) return undefined
  const [speakHttp1] = http.listeners('secureConnection') as ((socket: TLSSocket) => void)[]
  if (speakHttp1 === undefined) {
    throw new TypeError('"http2" needs the server of node, which this platform only imitates. Leave it out.')
  }
  const connections = new Http2Connections(listener, limitsOf(options))
  http.removeListener('secureConnection', speakHttp1)
  http.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') connections.take(socket)
    else if (protocols.length > 1) speakHttp1.call(http, socket)
    else socket.destroy()
  })
  return connections
}

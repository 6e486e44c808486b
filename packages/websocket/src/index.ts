export type { Message, Peer, Relay } from './peer.ts'
export type { Live, WebSocketHooks, WebSocketOptions } from './web-socket.ts'
export { webSocket } from './web-socket.ts'

import type { Socket } from 'node:net'

/** Cuts a connection when more bytes than a limit wait to be sent to its client. */
export function cutAbove(limit: number, socket: Socket): void {
  const { write } = socket
  socket.write = (...chunk: unknown[]) => {
    const isTaken = Reflect.apply(write, socket, chunk) as boolean
    if (socket.writableLength > limit) socket.destroy()
    return isTaken
  }
}

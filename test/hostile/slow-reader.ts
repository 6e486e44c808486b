import { connect } from 'node:net'

const PAUSE_MS = 20

/**
 * Requests a path, and reads a little of the response at a time; calls `onTaken` with the number of bytes read so far.
 * Closes the connection after `ms` milliseconds.
 */
export function readSlowly(port: number, path: string, ms: number, onTaken: (bytes: number) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const timer = setTimeout(() => socket.destroy(), ms)
    let taken = 0
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.on('data', ({ length }) => {
      taken += length
      onTaken(taken)
      socket.pause()
      setTimeout(() => socket.resume(), PAUSE_MS)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

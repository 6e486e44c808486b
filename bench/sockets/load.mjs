import { connect } from 'node:net'
import { isComplete } from '../memory/wire.mjs'

/**
 * Sends one request, and returns the whole response. The caller checks the response, and passes its length to
 * `burst()`.
 */
export function askOnce(port, request) {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', reject)
    socket.setTimeout(3_000, () => socket.destroy(new Error(`the answer is incomplete: ${answer.subarray(0, 300)}`)))
    socket.on('data', (data) => {
      answer = Buffer.concat([answer, data])
      if (!isComplete(answer.toString('latin1'))) return
      socket.destroy()
      resolve(answer)
    })
  })
}

/**
 * Sends `count` requests over keep-alive connections; on each connection, the next request is sent as soon as the
 * previous answer is complete. Returns the results of `read` before the first request and after the last response, and
 * the milliseconds that a sample of the responses took.
 *
 * The connections are new, since a server closes a connection that was idle for some seconds, and each sends one
 * request that is not counted. All responses have the same length, so that the end of a response is found by counting.
 */
export async function burst(port, request, length, { connections, count, read }) {
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port, request, length)))
  const times = []
  const before = await readIdle(read)
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${answered} of ${count} answers came within a minute`)), 60_000)
    let asked = 0
    let answered = 0
    for (const socket of sockets) {
      let missing = length
      let sentAt = 0
      const send = () => {
        if (asked === count) return
        asked++
        sentAt = performance.now()
        socket.write(request)
      }
      socket.on('error', reject)
      socket.on('data', (data) => {
        missing -= data.length
        if (missing > 0) return
        missing = length
        if (++answered % 16 === 0) times.push(performance.now() - sentAt)
        if (answered < count) return send()
        clearTimeout(late)
        resolve()
      })
      send()
    }
  })
  const after = await readIdle(read)
  for (const socket of sockets) socket.destroy()
  return { before, after, times }
}

/**
 * Waits 2 ms and calls `read`: by then the server sleeps, and the scheduler adds up the time of a thread only when the
 * thread leaves its core.
 */
async function readIdle(read) {
  await new Promise((resolve) => setTimeout(resolve, 2))
  return read()
}

/** Opens a connection, and resolves with it once one request was answered over it. */
function opened(port, request, length) {
  return new Promise((resolve, reject) => {
    let missing = length
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request))
    socket.once('error', reject)
    socket.setTimeout(5_000, () =>
      socket.destroy(new Error(`an answer lacks ${missing} bytes; all answers of a case need the same length`)),
    )
    socket.on('data', (data) => {
      missing -= data.length
      if (missing > 0) return
      socket.removeAllListeners('data')
      socket.setTimeout(0)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isComplete } from '../memory/wire.mjs'

/** wrk asks fast enough to keep a server busy, which is what its figures are about; without it we ask ourselves. */
export const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** Asks with wrk, kept away from the server's core, and gives the same as `load`. */
export function loadWithWrk(port, { method, path, headers = [], body = '' }, { connections, milliseconds }) {
  const script = join(mkdtempSync(join(tmpdir(), 'bench-')), 'request.lua')
  const lines = headers
    .map((header) => header.split(': '))
    .map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  const report =
    'done = function(summary, latency) io.write("P99 " .. latency:percentile(99) .. " N " .. summary.requests .. "\\n") end'
  writeFileSync(script, [`wrk.method = ${lua(method)}`, `wrk.body = ${lua(body)}`, ...lines, report].join('\n'))
  const seconds = String(Math.max(1, Math.round(milliseconds / 1_000)))
  const args = [
    '-c',
    '1',
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    `http://127.0.0.1:${port}${path}`,
  ]
  return new Promise((resolve, reject) => {
    execFile('taskset', args, (error, output) => {
      const found = /P99 ([\d.]+) N (\d+)/.exec(output)
      if (error || !found) reject(error ?? new Error(output))
      else resolve({ answers: Number(found[2]), times: [Number(found[1]) / 1_000] })
    })
  })
}

const lua = (text) => JSON.stringify(text)

/** Asks once and gives the whole answer, to be checked and to learn its length. */
export function askOnce(port, request) {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', reject)
    socket.setTimeout(3_000, () => socket.destroy(new Error(`no whole answer, but ${answer.subarray(0, 300)}`)))
    socket.on('data', (data) => {
      answer = Buffer.concat([answer, data])
      if (!isComplete(answer.toString('latin1'))) return
      socket.destroy()
      resolve(answer)
    })
  })
}

/**
 * Asks over keep-alive connections until the time is over; all answers have the same length, so that counting octets is
 * enough. Gives the number of answers and, sampled, how long they took in milliseconds.
 */
export function load(port, request, length, { connections, milliseconds }) {
  return new Promise((resolve) => {
    let answers = 0
    let open = connections
    const times = []
    const end = performance.now() + milliseconds
    const sockets = []
    // An answer that never comes whole must not hold up the rest.
    const overdue = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, milliseconds + 3_000)
    for (let i = 0; i < connections; i++) {
      let missing = length
      let sentAt = 0
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      const send = () => {
        sentAt = performance.now()
        socket.write(request)
      }
      socket.setNoDelay(true)
      socket.on('connect', send)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        if (--open > 0) return
        clearTimeout(overdue)
        resolve({ answers, times })
      })
      socket.on('data', (data) => {
        missing -= data.length
        if (missing > 0) return
        const now = performance.now()
        answers++
        if (answers % 16 === 0) times.push(now - sentAt)
        missing = length
        if (now > end) socket.destroy()
        else send()
      })
    }
  })
}

import { connect as connectHttp2 } from 'node:http2'
import { exchange } from '../raw-exchange.ts'

/** Texts that no line of a head may have, each with a mark that no response may show. */
export const BAD: Readonly<Record<string, string>> = {
  'a whole answer': 'a\r\nset-cookie: EVIL=1\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nEVIL',
  LF: 'a\nset-cookie: EVIL=1',
  CR: 'a\rset-cookie: EVIL=1',
  NUL: 'a\0EVIL',
  'a control character': 'a\x01EVIL',
  DEL: 'a\x7fEVIL',
  'a character whose low byte is LF': 'a\u010aEVIL',
}

const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/**
 * Asks a program of `server.ts` for every member with every bad text, in every way, and lists the cells in which the
 * bad text arrived, in which the response was not an error, or after which the program did not answer any more.
 */
export async function judgeHeads(ports: Readonly<Record<string, number>>): Promise<{
  readonly cells: number
  readonly problems: readonly string[]
}> {
  const [, port = 0] = Object.entries(ports)[0] ?? []
  const { bytes } = await exchange(port, [{ send: LAST }])
  const members = bytes.slice(bytes.indexOf('\r\n\r\n') + 4).split('\n')
  const problems: string[] = []
  let cells = 0
  for (const [way, port] of Object.entries(ports)) {
    const ask = way === 'HTTP/2' ? askOver2 : askOver1
    const all = members.flatMap((member) => Object.keys(BAD).map((bad) => ({ member, bad })))
    await Promise.all(
      all.map(async (cell) => {
        const answer = await ask(port, `/?${new URLSearchParams(cell)}`)
        const problem = problemOf(answer)
        if (problem) problems.push(`${way}, ${cell.member}, ${cell.bad}: ${problem}: ${answer.slice(0, 120)}`)
      }),
    )
    cells += all.length
    if (!(await ask(port, '/platform')).includes('an answer of the platform'))
      problems.push(`${way}: no answer any more`)
  }
  return { cells, problems }
}

/**
 * Sends more header lines than node keeps, the last of which is a guard's, in every way, and returns the status of each
 * response: 431, or `CUT` over HTTP/2.
 */
export async function answersToManyLines(ports: Readonly<Record<string, number>>): Promise<Record<string, string>> {
  const lines = Array.from({ length: 1_100 }, (_value, i) => [`x-${i}`, '1'] as const)
  const answers = Object.entries(ports).map(async ([way, port]) => {
    if (way === 'HTTP/2') return [way, await askOver2(port, '/', Object.fromEntries(lines))] as const
    const bytes = lines.map(([name, value]) => `${name}:${value}\r\n`).join('')
    const { bytes: got } = await exchange(port, [
      { send: `GET / HTTP/1.1\r\nHost: x\r\n${bytes}X-Forwarded-For: 1.2.3.4\r\n\r\n` },
    ])
    return [way, got.slice('HTTP/1.1 '.length, 'HTTP/1.1 431'.length)] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

/** A response is either an error, or cut off, since a bad trailer comes too late for an error. */
function problemOf(answer: string): string | undefined {
  if (answer.includes('EVIL')) return 'the bad text arrived'
  return answer === '' || answer.startsWith('500') || answer.endsWith('CUT') ? undefined : 'it looks like a success'
}

/** Sends a request and, on the same connection, a second one, so that the server writes heads that keep it open. */
async function askOver1(port: number, path: string): Promise<string> {
  const { bytes } = await exchange(port, [{ send: `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n${LAST}` }])
  const isCut = bytes.split('HTTP/1.1 ').length < 3
  return bytes.replace('HTTP/1.1 ', '') + (isCut ? 'CUT' : '')
}

function askOver2(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const stream = session.request({ ...headers, ':path': path })
    let answer = ''
    const add = (headers: object) => {
      for (const [name, value] of Object.entries(headers)) answer += name === ':status' ? value : `\n${name}: ${value}`
    }
    stream.on('headers', add).on('response', add).on('trailers', add)
    stream.setEncoding('latin1').on('data', (data: string) => {
      answer += `\n${data}`
    })
    session.on('error', () => undefined)
    stream.on('error', () => undefined)
    stream.on('close', () => {
      session.close()
      resolve(answer + (stream.rstCode === 0 ? '' : 'CUT'))
    })
    stream.end()
  })
}

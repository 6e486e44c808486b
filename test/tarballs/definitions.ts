import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { end, start } from '../programs/running.ts'

const SERVER = join(import.meta.dirname, '../node_modules/typescript-5/lib/tsserver.js')

interface Message {
  readonly type: string
  readonly request_seq?: number
  readonly body?: readonly { readonly file: string }[]
}

/**
 * The files that "go to definition" of an editor would open for names in a program, as TypeScript's language server
 * says. For each text in `places`, the name is the one after the last dot of the text, at the place where the text
 * occurs last.
 */
export async function definitionsIn(
  file: string,
  places: readonly string[],
): Promise<Readonly<Record<string, string | undefined>>> {
  const program = start(process.execPath, [SERVER, '--disableAutomaticTypingAcquisition'], { cwd: dirname(file) })
  const server = program.child
  const ask = (seq: number, command: string, asked: object) =>
    server.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: { file, ...asked } })}\n`)
  ask(0, 'open', {})
  const lines = readFileSync(file, 'utf8').split('\n')
  places.forEach((place, i) => {
    const line = lines.findLastIndex((text) => text.includes(place))
    const offset = (lines[line]?.lastIndexOf(place) ?? -1) + place.lastIndexOf('.') + 2
    ask(i + 1, 'definition', { line: line + 1, offset })
  })

  const found = new Map<number, string | undefined>()
  let printed = ''
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    printed += chunk
    // Each message from the language server is one line of JSON, after a header and an empty line.
    const whole = printed.split('\n').slice(0, -1)
    for (const line of whole.filter((text) => text.startsWith('{'))) {
      const { type, request_seq: seq = 0, body } = JSON.parse(line) as Message
      if (type === 'response' && seq > 0) found.set(seq, body?.[0]?.file)
    }
    printed = printed.slice(printed.lastIndexOf('\n') + 1)
    if (found.size === places.length) break
  }
  end(program)
  await program.ended
  return Object.fromEntries(places.map((place, i) => [place, found.get(i + 1)]))
}

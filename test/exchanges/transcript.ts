import { readFileSync } from 'node:fs'
import { expand } from '../hostile/attack-case.ts'

/**
 * The actions of a client before it waits for a response: the bytes that it sends, in Latin-1, and pauses in
 * milliseconds. `expected` are the bytes that come back before its next turn.
 */
export interface Turn {
  /** The lines of the file that describe the steps of this turn. */
  readonly source: readonly string[]
  readonly steps: readonly (string | number)[]
  readonly expected: string
}

/** An exchange on a connection of its own, as a file of transcripts has it. */
export interface Transcript {
  readonly name: string
  readonly turns: readonly Turn[]
  /** What became of the connection: `open`, `closed` or `reset`; empty in a transcript that was not recorded yet. */
  readonly end: string
}

/**
 * Reads a file of transcripts. The first character of a line says what the line is:
 *
 * - `#` the name of the next transcript;
 * - `>` a line that the client sends, `<` a line that it gets, each with CR and LF after it unless it ends with `\`;
 * - `~` a pause of the client, in milliseconds;
 * - `=` what becomes of the connection: `open`, `closed` or `reset`.
 *
 * `{{rep:x:100}}` stands for a hundred times x, `\xNN` for a byte, `\r` for CR, `\n` for LF and `\\` for a backslash.
 */
export function readTranscripts(file: string): readonly Transcript[] {
  const sections = readFileSync(file, 'utf8').split(/^# /m).slice(1)
  return sections.map((section) => {
    const [name = '', ...lines] = section.trimEnd().split('\n')
    return { name, turns: turnsOf(lines), end: lines.find((line) => line.startsWith('= '))?.slice(2) ?? '' }
  })
}

function turnsOf(lines: readonly string[]): Turn[] {
  const turns: { source: string[]; steps: (string | number)[]; expected: string }[] = []
  for (const line of lines) {
    const last = turns.at(-1)
    if (line.startsWith('<')) {
      if (last) last.expected += bytesOf(line.slice(2))
      continue
    }
    if (!line.startsWith('>') && !line.startsWith('~')) continue
    const step = line.startsWith('~') ? Number(line.slice(2)) : bytesOf(line.slice(2))
    if (!last || last.expected) {
      turns.push({ source: [line], steps: [step], expected: '' })
      continue
    }
    last.source.push(line)
    // Bytes without a pause between them are sent in one piece.
    const before = last.steps.at(-1)
    if (typeof before === 'string' && typeof step === 'string') last.steps.splice(-1, 1, before + step)
    else last.steps.push(step)
  }
  return turns
}

function bytesOf(line: string): string {
  const isOpen = /(?<!\\)(?:\\\\)*\\$/.test(line)
  const text = expand(isOpen ? line.slice(0, -1) : line).replace(/\\(x[\da-f]{2}|[rn\\])/g, (_all, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return code === 'r' ? '\r' : code === 'n' ? '\n' : '\\'
  })
  return isOpen ? text : `${text}\r\n`
}

/** The bytes that came back for each turn, and the end of the connection. */
export interface Played {
  readonly answers: readonly string[]
  readonly end: string
}

/** Returns the text of a transcript for its file, with the bytes that came back. */
export function writeTranscript({ name, turns }: Transcript, { answers, end }: Played): string {
  const lines = turns.flatMap(({ source }, i) => [...source, ...linesOf(answers[i] ?? '')])
  return [`# ${name}`, ...lines, `= ${end}`, ''].join('\n')
}

function linesOf(bytes: string): string[] {
  const lines = bytes.split('\r\n')
  const rest = lines.pop() ?? ''
  return [...lines.map(spell), ...(rest ? [`${spell(rest)}\\`] : [])].map((line) => `< ${line}`.trimEnd())
}

function spell(line: string): string {
  return line
    .replaceAll('\\', '\\\\')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/[^ -~]|\s$/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/([a-z])\1{39,}/g, (run, letter: string) => `{{rep:${letter}:${run.length}}}`)
}

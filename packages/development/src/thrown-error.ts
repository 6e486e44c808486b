import { isOwnCode, readSource, shownPath } from '#runtime'
import { maskText } from './secrets.ts'

/** A thrown value, as the error page of development shows it. */
export interface ThrownError {
  /** The name of the error, or of its class if that is more specific. */
  readonly name: string
  readonly message: string
  /** The code of the error, such as `ENOENT`. */
  readonly code?: string
  readonly frames: readonly StackFrame[]
  /** The source lines around the innermost frame of the stack that is in the application. */
  readonly source?: SourceExcerpt
}

/**
 * Returns the thrown value, followed by its chain of causes, and by the errors of an `AggregateError`.
 *
 * Returns at most ten errors, each once. Never throws, even if reading the thrown value throws, as a proxy may.
 *
 * @example
 * for (const { name, message, frames } of thrownErrors(error)) console.log(name, message, frames[0]?.file)
 */
export function thrownErrors(thrown: unknown): readonly ThrownError[] {
  const seen = new Set<unknown>()
  const left = [thrown]
  const shown: ThrownError[] = []
  while (left.length > 0 && shown.length < MOST_ERRORS) {
    const error = left.shift()
    if (seen.has(error)) continue
    seen.add(error)
    shown.push(describeThrown(error))
    left.unshift(...causesOf(error))
  }
  return shown
}

function describeThrown(thrown: unknown): ThrownError {
  const message = property(thrown, 'message')
  if (typeof message !== 'string') return { name: 'Not an Error', message: `${kindOf(thrown)} was thrown`, frames: [] }
  const code = property(thrown, 'code')
  const frames = isError(thrown) ? stackFrames(textOf(property(thrown, 'stack')), message) : []
  const own = frames.find(({ isOwn }) => isOwn)
  const source = own && sourceExcerpt(own)
  return {
    name: nameOf(thrown),
    message: maskText(message.slice(0, LONGEST_MESSAGE)),
    ...((typeof code === 'string' || typeof code === 'number') && { code: maskText(String(code).slice(0, 200)) }),
    frames,
    ...(source && { source }),
  }
}

function nameOf(error: unknown): string {
  const name = textOf(property(error, 'name'))
  const className = textOf(property(property(error, 'constructor'), 'name'))
  return maskText(((name === 'Error' || name === '') && className !== '' ? className : name).slice(0, 200)) || 'Error'
}

function causesOf(error: unknown): readonly unknown[] {
  const errors = property(error, 'errors')
  const cause = property(error, 'cause')
  return [...(cause === undefined ? [] : [cause]), ...(Array.isArray(errors) ? errors.slice(0, MOST_ERRORS) : [])]
}

function kindOf(value: unknown): string {
  try {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
    return maskText(text.slice(0, LONGEST_MESSAGE))
  } catch {
    return 'Something that cannot be shown'
  }
}

function property(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** One line of a stack trace, parsed. */
export interface StackFrame {
  /** The called function; empty for the top level of a module and for an anonymous function. */
  readonly call: string
  /** The path of the file as the page shows it: relative if the file is in the working folder. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** True if the frame is code of the application, not of a library or the platform. */
  readonly isOwn: boolean
  /** The path or the URL of the file as it stands in the stack trace; the source is read from there. */
  readonly location: string
}

/** True for an error of any realm. A client may have sent what merely looks like one, such as `{ message, stack }`. */
function isError(thrown: unknown): boolean {
  try {
    return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]'
  } catch {
    return false
  }
}

/**
 * Parses a stack trace of V8 to at most fifty frames, the innermost first.
 *
 * The trace begins with the message, which may contain what a client has sent, lines that look like frames included. So
 * only the frames after the message count. If the message was changed later, the trace has the earlier one, whose end
 * is unknown: then only the last lines that are all frames count.
 */
function stackFrames(stack: string, message: string): readonly StackFrame[] {
  const frames: StackFrame[] = []
  for (const text of linesOfFrames(stack, message)) {
    const [, call = '', location = '', line, column] = FRAME.exec(text) ?? []
    if (line === undefined) continue
    const isOwn = isOwnCode(location)
    frames.push({ call, file: shownPath(location), line: Number(line), column: Number(column), isOwn, location })
    if (frames.length === MOST_FRAMES) break
  }
  return frames
}

function linesOfFrames(stack: string, message: string): readonly string[] {
  const start = stack.indexOf(`${message}\n`)
  if (start !== -1) return stack.slice(start + message.length).split('\n')
  const lines = stack.split('\n')
  return lines.slice(lines.findLastIndex((line) => line !== '' && !/^\s+at /.test(line)) + 1)
}

/** The source lines around a frame, read from the file. Secrets in the lines are masked. */
export interface SourceExcerpt {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

/**
 * Reads the lines around a frame; `undefined` if the file cannot be read, or is too short to have the line of the
 * frame.
 */
function sourceExcerpt({ location, file, line, column }: StackFrame): SourceExcerpt | undefined {
  const all = readSource(location)?.split(/\r?\n/)
  if (all === undefined || line > all.length) return undefined
  const first = Math.max(1, line - AROUND)
  const lines = all
    .slice(first - 1, line + AROUND)
    .map((text, index) => ({ number: first + index, text: maskText(text.slice(0, LONGEST_LINE)) }))
  return { file, line, column, lines }
}

const MOST_ERRORS = 10
const MOST_FRAMES = 50
const LONGEST_MESSAGE = 10_000
const LONGEST_LINE = 400
/** The number of lines that a source excerpt has before the line of the error, and the same number after it. */
const AROUND = 6
/** Matches a line of a stack trace: `at call (file:1:2)`, `at file:1:2`, or `at async file:1:2`. */
const FRAME = /^\s+at (?:(?:(.{1,200}?) \()?|async )((?:file:|node:|[A-Za-z]:)?[^():]{1,1000}):(\d{1,9}):(\d{1,9})\)?$/

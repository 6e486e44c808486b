import { isOwnCode, readSource, shownPath } from '#platform/development'

/** A line of a stack. */
export interface StackFrame {
  /** The called function; empty for the top level of a module and for an anonymous function. */
  readonly call: string
  /** The path of the file, for people. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Whether the frame is code of the application, not of a library or the platform. */
  readonly isOwn: boolean
  /** The file in the spelling of the stack. */
  readonly location: string
}

/** Parses a stack in the form of V8: at most fifty frames, the innermost first. Skips lines of another form. */
export function stackFrames(stack: string): readonly StackFrame[] {
  const frames: StackFrame[] = []
  for (const text of stack.split('\n')) {
    const [, call = '', location = '', line, column] = FRAME.exec(text) ?? []
    if (line === undefined) continue
    const isOwn = isOwnCode(location)
    frames.push({ call, file: shownPath(location), line: Number(line), column: Number(column), isOwn, location })
    if (frames.length === MOST) break
  }
  return frames
}

/** `at call (file:1:2)`, `at file:1:2`, and `at async file:1:2`. */
const FRAME = /^\s+at (?:(?:(.{1,200}?) \()?|async )((?:file:|node:|[A-Za-z]:)?[^():]{1,1000}):(\d{1,9}):(\d{1,9})\)?$/
const MOST = 50

/** The source lines around a frame, read from the file. */
export interface SourceExcerpt {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

/** Reads the lines around a frame; `undefined` if the file cannot be read or has fewer lines. */
export function sourceExcerpt({ location, file, line, column }: StackFrame): SourceExcerpt | undefined {
  const all = readSource(location)?.split(/\r?\n/)
  if (all === undefined || line > all.length) return undefined
  const first = Math.max(1, line - AROUND)
  const lines = all
    .slice(first - 1, line + AROUND)
    .map((text, index) => ({ number: first + index, text: text.slice(0, LONGEST) }))
  return { file, line, column, lines }
}

const AROUND = 6
const LONGEST = 400

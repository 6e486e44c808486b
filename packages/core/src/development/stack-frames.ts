import { isOwnCode, readSource, shownPath } from '#platform/development'

/** A line of a stack. */
export interface StackFrame {
  /** What was called; empty for the top of a module and for an anonymous function. */
  readonly call: string
  /** The file as people read it. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Whether it is code of the application, rather than of a library or of the platform. */
  readonly isOwn: boolean
  /** The file as the stack has it. */
  readonly location: string
}

/** The frames of a stack as V8 writes it, the innermost first, fifty at most; lines that are no frame are left out. */
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

/** The lines around a frame, as the file has them now. */
export interface SourceExcerpt {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

/** Reads the lines around a frame; `undefined` where the file cannot be read, or is shorter than that. */
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

import { readSource } from '#platform/development'
import type { StackFrame } from './stack-frames.ts'

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

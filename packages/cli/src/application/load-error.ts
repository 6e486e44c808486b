import { CommandError } from '../command-error.ts'
import { type ApplicationFile, shortPath } from './find-application.ts'

/** What importing an application threw: in the words of an error that says what to do, else with where it was thrown. */
export function loadError({ file, root }: ApplicationFile, thrown: unknown): CommandError {
  return CommandError.problem(`${shortPath(file, root)} cannot be loaded: ${explain(thrown)}`, { cause: thrown })
}

function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const text = PROGRAMMING_ERRORS.has(thrown.name) ? (thrown.stack ?? thrown.message) : thrown.message
  const { cause } = thrown
  return cause instanceof Error && !text.includes(cause.message) ? `${text}\nCaused by: ${explain(cause)}` : text
}

/** Their messages alone do not say where to look. */
const PROGRAMMING_ERRORS = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'])

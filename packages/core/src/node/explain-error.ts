import { findManifest } from './find-plugins.ts'
import { syntaxPlace } from './syntax-place.ts'

const { dirname } = process.getBuiltinModule('node:path')
const { pathToFileURL } = process.getBuiltinModule('node:url')

/**
 * Explains in a few lines why a program does not start: the messages of the error, of its causes, and of the errors of
 * an `AggregateError`, each once. For messages that do not say where the mistake is, it adds stack frames that are in
 * the application, three at most for each error.
 *
 * `root` is the folder of the application; by default, the folder of the nearest `package.json` of the program that
 * runs. With `NODE_DEBUG=app` the text is what node would print, with all stacks and properties.
 */
export function explainError(thrown: unknown, root: string = programFolder()): string {
  const { debuglog, inspect } = process.getBuiltinModule('node:util')
  if (debuglog('app').enabled) return inspect(thrown, { depth: DEEP })
  if (!(thrown instanceof Error)) return `${inspect(thrown)} was thrown, which has no stack. Throw an Error.`
  let text = ''
  const places = new Set<string>()
  for (const error of withCauses(thrown)) {
    if (!text.includes(error.message)) text += `${text && '\nCaused by: '}${shownMessage(error, root)}`
    for (const frame of PROGRAMMING_ERRORS.has(error.name) ? ownFrames(error, root) : callOf(error, root))
      places.add(frame)
  }
  return [text, ...places].join('\n')
}

/** Yields an error, then its causes and the `errors` of an `AggregateError`, from the outside inwards. */
function* withCauses(error: Error, seen: Set<Error> = new Set()): Generator<Error> {
  if (seen.has(error)) return
  seen.add(error)
  yield error
  const { cause, errors } = error as Error & { readonly errors?: unknown }
  for (const inner of [cause, ...(Array.isArray(errors) ? errors : [])])
    if (inner instanceof Error) yield* withCauses(inner, seen)
}

/**
 * Returns the message of an error. For an error of a built-in class, such as `TypeError`, the name stands before the
 * message; for a syntax error, also the source that node shows.
 */
function shownMessage(error: Error, root: string): string {
  if (!PROGRAMMING_ERRORS.has(error.name)) return error.message
  const { stack = error.message } = error
  const shown = stack
    .split('\n')
    .filter((line) => !FRAME.test(line))
    .join('\n')
  const place = isUnplaced(error) ? syntaxPlace(error, root) : undefined
  return place === undefined ? shown : `${place}\n\n${shown}`
}

/** True for an error of parsing a module whose stack does not begin with `file:line`. */
function isUnplaced(error: Error): error is SyntaxError {
  const [first = '', frame = ''] = (error.stack ?? '').split('\n')
  return error instanceof SyntaxError && first.startsWith('SyntaxError: ') && frame.includes('node:internal/modules')
}

/**
 * Returns the first frames of an error's stack that are in files of the application, three at most; if there are none,
 * the first frame outside of node.
 */
function ownFrames(error: Error, root: string): readonly string[] {
  const own = framesBelow(error, root)
  return own.length > 0 ? own.slice(0, MOST_FRAMES) : framesOf(error).slice(0, 1)
}

function framesBelow(error: Error, root: string): readonly string[] {
  const places = [root, pathToFileURL(root).href].map((place) => `${place}/`)
  return framesOf(error).filter(
    (line) => places.some((place) => line.includes(place)) && !/[\\/]node_modules[\\/]/.test(line),
  )
}

function framesOf({ stack = '' }: Error): readonly string[] {
  return stack.split('\n').filter((line) => FRAME.test(line) && !line.includes('node:'))
}

/**
 * Returns the stack frame of the application that made the failed call; no frame if the error has a cause, or its
 * message names a file.
 */
function callOf(error: Error, root: string): readonly string[] {
  if (error.cause !== undefined || /\.[cm]?[jt]s(?:on)?\b/.test(error.message)) return []
  return framesBelow(error, root)
    .filter((frame) => !/^\s+at async /.test(frame))
    .slice(0, 1)
}

/** Returns the folder of the nearest `package.json` of the program that runs. */
function programFolder(): string {
  const manifest = findManifest(undefined)
  return manifest === undefined ? process.cwd() : dirname(manifest)
}

const FRAME = /^\s+at /
const MOST_FRAMES = 3
const DEEP = 5

/** The names of built-in errors, whose messages do not say where the mistake is. */
const PROGRAMMING_ERRORS = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'])

/**
 * Returns an error that is about to be thrown. If nobody catches it, the program ends with status 1 after a few lines
 * that say why, instead of the stacks and properties that node prints.
 *
 * A program with a listener of its own for `uncaughtException` is left alone.
 */
export function explainUncaught(error: unknown): unknown {
  if (process.listenerCount('uncaughtException') > 0) return error
  const explain = (thrown: unknown) => {
    console.error(`The application cannot start: ${explainError(thrown)}`)
    process.exit(1)
  }
  process.once('uncaughtException', explain)
  // An unhandled rejection becomes an uncaught exception before the next turn of the event loop, so the listener is
  // needed until then.
  setImmediate(() => process.off('uncaughtException', explain))
  return error
}

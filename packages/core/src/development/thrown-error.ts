import { maskText } from './secrets.ts'
import { type SourceExcerpt, type StackFrame, sourceExcerpt, stackFrames } from './stack-frames.ts'

/** A thrown value, as it is shown. */
export interface ThrownError {
  /** The name of the error, or of its class if that is more specific. */
  readonly name: string
  readonly message: string
  /** The code of the error, such as `ENOENT`. */
  readonly code?: string
  readonly frames: readonly StackFrame[]
  /** The source around the innermost frame of the application. */
  readonly source?: SourceExcerpt
}

/**
 * The thrown value, followed by its chain of causes, and by the errors of an `AggregateError`.
 *
 * At most ten, each once. Never throws, even if reading the thrown value does, as with a proxy.
 */
export function thrownErrors(thrown: unknown): readonly ThrownError[] {
  const seen = new Set<unknown>()
  const left = [thrown]
  const shown: ThrownError[] = []
  while (left.length > 0 && shown.length < MOST) {
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
  const frames = stackFrames(textOf(property(thrown, 'stack')))
  const own = frames.find(({ isOwn }) => isOwn)
  const source = own && sourceExcerpt(own)
  return {
    name: nameOf(thrown),
    message: maskText(message.slice(0, LONGEST)),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    frames,
    ...(source && { source }),
  }
}

function nameOf(error: unknown): string {
  const name = textOf(property(error, 'name'))
  const className = textOf(property(property(error, 'constructor'), 'name'))
  return ((name === 'Error' || name === '') && className !== '' ? className : name).slice(0, 200) || 'Error'
}

function causesOf(error: unknown): readonly unknown[] {
  const errors = property(error, 'errors')
  const cause = property(error, 'cause')
  return [...(cause === undefined ? [] : [cause]), ...(Array.isArray(errors) ? errors.slice(0, MOST) : [])]
}

function kindOf(value: unknown): string {
  try {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
    return maskText(text.slice(0, LONGEST))
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

const MOST = 10
const LONGEST = 10_000

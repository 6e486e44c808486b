import { type Difference, isSame, type Place } from './difference.ts'
import { isOfKind, namesOf, type RecordedException } from './error-kinds.ts'
import { normaliseTrace } from './normalise-trace.ts'
import type { TraceEntry } from './trace.ts'
import { isOlder, type Line, type Unit } from './units.ts'
import type { Outcome } from './vectors.ts'

/** Lists the differences between an application's outcome and the recorded outcome. */
export function compareApp({ expected, line, recorded }: Unit, ours: Outcome): readonly Difference[] {
  if ('constructError' in expected || 'constructError' in ours) {
    return exceptions('construct', expected.constructError, ours.constructError, 'constructError' in ours)
  }
  const results = ours.results as readonly Outcome[]
  return [
    ...compareSetup(line, expected, ours),
    ...(expected.results as readonly Outcome[]).flatMap((result, index) => {
      const method = recorded.requests?.[index]?.method
      const leaves = isOlder(line) && recorded.setup?.raiseThrowables !== true
      return compareResult(index, result, results[index] ?? {}, { line, isHead: method === 'HEAD', mayFail: leaves })
    }),
  ]
}

interface StepError {
  readonly step: number
  readonly exception?: RecordedException
  readonly error?: unknown
}

function compareSetup(line: Line, expected: Outcome, ours: Outcome): readonly Difference[] {
  const recorded = (expected.stepErrors ?? []) as readonly StepError[]
  const thrown = (ours.stepErrors ?? []) as readonly StepError[]
  const steps = [...new Set([...recorded, ...thrown].map(({ step }) => step))]
  const differences = steps.flatMap((step) => {
    const own = thrown.find((error) => error.step === step)
    const { exception } = recorded.find((error) => error.step === step) ?? {}
    return exceptions('setup', exception, own?.error, own !== undefined)
  })
  return [...differences, ...traces('setup', line, { trace: expected.setupTrace }, { trace: ours.setupTrace })]
}

interface Conditions {
  readonly line: Line
  /** Set for a response to HEAD, whose body is not compared. */
  readonly isHead: boolean
  /**
   * Set if an error that is reported beside a response counts as no difference. On the older release lines an unhandled
   * error becomes a response. Here it becomes a response too, and is also reported.
   */
  readonly mayFail: boolean
}

function compareResult(at: Place, expected: Outcome, ours: Outcome, conditions: Conditions): readonly Difference[] {
  const hasError = 'error' in ours
  if ('exception' in expected) {
    return [...exceptions(at, expected.exception, ours.error, hasError), ...traces(at, conditions.line, expected, ours)]
  }
  if ('uri' in expected) {
    if (hasError) return [{ at, what: 'error', expected: expected.uri, ours: String(ours.error) }]
    return expected.uri === ours.uri ? [] : [{ at, what: 'uri', expected: expected.uri, ours: ours.uri }]
  }
  return [
    ...(hasError && !conditions.mayFail ? exceptions(at, undefined, ours.error, true) : []),
    ...(expected.status === ours.status
      ? []
      : [{ at, what: 'status', expected: expected.status, ours: ours.status ?? String(ours.error) }]),
    ...headers(at, expected, ours),
    ...(conditions.isHead ? [] : bodies(at, expected, ours)),
    ...traces(at, conditions.line, expected, ours),
  ]
}

function exceptions(at: Place, recorded: unknown, error: unknown, isThrown: boolean): readonly Difference[] {
  const exception = recorded as RecordedException | undefined
  if (exception === undefined && !isThrown) return []
  if (exception !== undefined && isThrown && isOfKind(error, exception)) return []
  const ours = isThrown
    ? `${namesOf(error).join(' < ')}: ${error instanceof Error ? error.message : error}`
    : 'no error'
  return [{ at, what: 'error', expected: exception ? `${exception.kind}: ${exception.message}` : 'no error', ours }]
}

/** Compares the headers that the recorded answer has: `Allow` as a list in any order, the others literally. */
function headers(at: Place, expected: Outcome, ours: Outcome): readonly Difference[] {
  const given = (ours.headers ?? {}) as Readonly<Record<string, string>>
  return Object.entries((expected.headers ?? {}) as Readonly<Record<string, string>>).flatMap(([name, value]) => {
    const own = given[name.toLowerCase()]
    const same = name === 'Allow' ? isSame(listOf(value), listOf(own ?? '')) : own === value
    return same ? [] : [{ at, what: name, expected: value, ours: own ?? null }]
  })
}

function listOf(header: string): readonly string[] {
  return header
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .sort()
}

/**
 * Compares the bodies of two responses, except if the recorded answer is an error without a body or with Mezzio's own
 * words, since our framework words errors differently.
 */
function bodies(at: Place, expected: Outcome, ours: Outcome): readonly Difference[] {
  const body = String(expected.body)
  if (Number(expected.status) >= 400 && (body === '' || WORDING.test(body))) return []
  if (body.startsWith('{')) return problems(at, body, String(ours.body))
  return body === ours.body ? [] : [{ at, what: 'body', expected: body, ours: ours.body }]
}

const WORDING =
  /^(?:Cannot [A-Z]+ |An unexpected error occurred|Method Not Allowed$|Internal Server Error$|Not Found$|Bad Request$|I'm a teapot$)/

/**
 * Compares two problem documents (`application/problem+json`) without their title and type, which are worded
 * differently.
 */
function problems(at: Place, expected: string, ours: string): readonly Difference[] {
  const read = (text: string): unknown => {
    try {
      const { title, type, ...members } = JSON.parse(text) as Record<string, unknown>
      return members
    } catch {
      return text
    }
  }
  return isSame(read(expected), read(ours)) ? [] : [{ at, what: 'body', expected, ours }]
}

function traces(at: Place, line: Line, expected: Outcome, ours: Outcome): readonly Difference[] {
  const recorded = normaliseTrace(expected.trace, line)
  const own = normaliseTrace(ours.trace, line)
  const compared = line !== 'V3' && expected.status === 405 ? withoutBetween(own, recorded) : own
  return isSame(recorded, compared) ? [] : [{ at, what: 'trace', expected: recorded, ours: compared }]
}

/**
 * Removes from our trace of a 405 the entries of middleware that the recording does not mention. Here the middleware
 * between routing and dispatch runs before the 405 is answered; in the older release lines, the routing step answers
 * before this middleware could run.
 */
function withoutBetween(own: readonly TraceEntry[], recorded: readonly TraceEntry[]): readonly TraceEntry[] {
  return own.filter((entry) => !('in' in entry) || recorded.some((known) => known.in === entry.in))
}

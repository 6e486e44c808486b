import { HttpError, reasonPhrase } from '@app/core'
import { describeValue, isMap, nearest, OptionError } from '@app/core/extending'
import type { ProblemDetails } from './problem.ts'
import { ProblemDetailsError } from './problem-details-error.ts'

/** What the client gets for one kind of error. */
export interface ProblemType {
  /** The status, from 400 to 599. Default: the status of an `HttpError`, else 500. */
  readonly status?: number | undefined
  /** A URI that identifies the kind of problem. */
  readonly type?: string | undefined
  /** The name of this kind of problem. Default: the reason phrase of the status. */
  readonly title?: string | undefined
  /** The problem for people, the same for all errors of this kind. */
  readonly detail?: string | undefined
  /** True to send the message of the error as `detail`. Default: `false`; an `HttpError` with `expose` sends it anyway. */
  readonly expose?: boolean | undefined
}

/** The class of an error. */
type ErrorClass = abstract new (...args: never[]) => object

/**
 * Problems by the name of an error's class, by the `name` or the `code` of an error, or by a status such as `404`. In a
 * `Map`, a key may also be the class itself.
 */
export type ProblemTypes =
  | Readonly<Record<string, ProblemType>>
  | ReadonlyMap<string | number | ErrorClass, ProblemType>

/** Finds the problem of an error, and that of a status. */
export class KnownProblems {
  readonly #types: ReadonlyMap<unknown, ProblemType>
  /** The errors that `translate` has made, of errors whose message may be shown in development. */
  readonly #made = new WeakSet<object>()

  /** Throws an `OptionError` for an invalid key or problem. */
  constructor(types: ProblemTypes = {}) {
    const entries: (readonly [unknown, unknown])[] =
      types instanceof Map ? [...types] : Object.entries(checkedMap(types as object))
    this.#types = new Map(
      entries.map(([key, value]) => [typeof key === 'number' ? String(key) : key, check(key, value)]),
    )
  }

  /**
   * Returns an error with the details of the problem, and the given error as its cause; `undefined` if no problem is
   * known for the error. A `ProblemDetailsError` keeps the details that it has.
   */
  translate(error: unknown): ProblemDetailsError | undefined {
    const known = this.#types.size === 0 ? undefined : this.#find(error)
    if (!known) return undefined
    const { status, expose, message, headers } = HttpError.is(error)
      ? error
      : { status: 500, expose: false, message: messageOf(error), headers: {} }
    const { expose: isShown = expose && message !== reasonPhrase(status), ...own } = known
    const detail = own.detail ?? (isShown ? message : undefined)
    const details: ProblemDetails = { ...given({ ...own, detail }), status: own.status ?? status }
    const whole = ProblemDetailsError.is(error) ? { ...details, ...given(error.details) } : details
    const made = new ProblemDetailsError(whole, { cause: error, headers })
    this.#made.add(made)
    return made
  }

  /** Returns the details with the type and the title of their status, if they have none. */
  complete(details: ProblemDetails): ProblemDetails {
    const known = this.#types.get(String(details.status))
    return known
      ? { ...given({ type: known.type, title: known.title, detail: known.detail }), ...given(details) }
      : details
  }

  /** True if `translate` has made an error. */
  hasMade(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#made.has(error)
  }

  /** The classes of an error come first, from its own to `Error`, then its name and its code; `Error` comes last. */
  #find(error: unknown): ProblemType | undefined {
    if (typeof error !== 'object' || error === null) return undefined
    const { name, code } = error as { readonly name?: unknown; readonly code?: unknown }
    const keys = [...keysOf(error), name === 'Error' ? undefined : name, code, Error, 'Error']
    return this.#types.get(keys.find((key) => typeof key !== 'number' && this.#types.has(key)))
  }
}

function* keysOf(error: object): Generator<unknown> {
  for (let at: unknown = Object.getPrototypeOf(error); at; at = Object.getPrototypeOf(at)) {
    const { constructor: own } = at as { readonly constructor?: unknown }
    if (typeof own !== 'function' || own === Error || own === Object) continue
    yield own
    yield own.name
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function given<O extends object>(values: O): O {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as O
}

const MEMBERS = ['status', 'type', 'title', 'detail', 'expose']
const FORM = '{ NoteNotFound: { status: 404, title: "There is no such note" } }'

function checkedMap(types: object): object {
  if (isMap(types)) return types
  throw invalid(`"types" must be a map such as ${FORM}, got ${describeValue(types)}.`)
}

function check(key: unknown, value: unknown): ProblemType {
  const name = typeof key === 'function' ? key.name : String(key)
  const what = `"types" has a problem for ${name} that`
  if (!isMap(value)) throw invalid(`${what} must be a map such as ${FORM}, got ${describeValue(value)}.`)
  for (const member of Object.keys(value)) {
    if (MEMBERS.includes(member)) continue
    const near = nearest(member, MEMBERS)
    throw invalid(
      `${what} has an unknown "${member}". ${near ? `Did you mean "${near}"?` : `Known are ${MEMBERS.join(', ')}.`}`,
    )
  }
  const { status, type, title, detail, expose } = value
  const isStatus = /^\d+$/.test(name)
  for (const one of [isStatus ? Number(name) : undefined, status]) {
    if (one === undefined || (Number.isInteger(one) && (one as number) >= 400 && (one as number) <= 599)) continue
    throw invalid(
      `${what} must have a status from 400 to 599, got ${typeof one === 'number' ? one : describeValue(one)}.`,
    )
  }
  if (isStatus && (status !== undefined || expose !== undefined)) {
    throw invalid(
      `${what} must have no "${status === undefined ? 'expose' : 'status'}": it is for all errors of status ${name}.`,
    )
  }
  for (const [member, text] of Object.entries({ type, title, detail })) {
    if (text === undefined || (typeof text === 'string' && text !== '')) continue
    throw invalid(`${what} must have a string as "${member}", got ${describeValue(text)}.`)
  }
  if (expose !== undefined && typeof expose !== 'boolean') {
    throw invalid(`${what} must have true or false as "expose", got ${describeValue(expose)}.`)
  }
  return value as ProblemType
}

function invalid(problem: string): OptionError {
  return new OptionError('problemDetails()', 'types', problem)
}

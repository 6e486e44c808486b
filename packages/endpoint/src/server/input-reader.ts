import { collectFields } from '@app/body-parser'
import { HttpError, type ServerRequest } from '@app/core'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { parseCookie } from 'cookie'
import { contentOf } from '../content-of.ts'
import type { EndpointDescription } from '../endpoint.ts'
import type { Part } from '../part-types.ts'
import { bodyLimiter } from './body-limiter.ts'
import { bodyReader } from './body-reader.ts'
import { InputError, type InputIssue } from './input-error.ts'
import { toldIssues } from './issue-message.ts'
import { type Outcome, type Validate, validateBy, validateFieldsBy } from './validate.ts'

/** The parts of a request, as the output of their schemas. */
export type Input = Record<Part, unknown>

/** Reads and validates all described parts of a request. */
export type InputReader = (request: ServerRequest) => Input | Promise<Input>

interface PartReader {
  readonly part: Part
  readonly read: (request: ServerRequest) => unknown | Promise<unknown>
  readonly validate: Validate | undefined
}

/**
 * Makes the reader that reads and validates a request by its description.
 *
 * The reader returns the input without a promise if nothing has to be awaited. It throws one `InputError` of 422 with
 * the issues of all parts, or the error of a part that cannot be read, such as an `InputError` of 400.
 */
export function inputReader(description: EndpointDescription): InputReader {
  const readers = partReaders(description)
  return (request) => {
    const reading = new Reading(request)
    for (const reader of readers) reading.add(reader)
    return reading.end()
  }
}

/** The input of one request while it is read. */
class Reading {
  readonly #request: ServerRequest
  readonly #input: Input
  #issues: InputIssue[] | undefined
  #pending: Promise<void>[] | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(request: ServerRequest) {
    this.#request = request
    this.#input = { params: request.params, query: undefined, headers: undefined, cookies: undefined, body: undefined }
  }

  add({ part, read, validate }: PartReader): void {
    const value = read(this.#request)
    if (value instanceof Promise) this.#wait(value.then((settled) => this.#validate(part, settled, validate)))
    else {
      const validated = this.#validate(part, value, validate)
      if (validated !== undefined) this.#wait(validated)
    }
  }

  end(): Input | Promise<Input> {
    if (this.#pending === undefined) return this.#checked()
    const [only, ...others] = this.#pending
    const all: Promise<unknown> | undefined = others.length === 0 ? only : Promise.all(this.#pending)
    return (all as Promise<unknown>).then(() => this.#checked())
  }

  #validate(part: Part, value: unknown, validate: Validate | undefined): undefined | Promise<void> {
    if (validate === undefined) {
      this.#input[part] = value
      return undefined
    }
    const outcome = validate(value, this.#request)
    if (outcome instanceof Promise) return outcome.then((settled) => this.#take(part, value, settled))
    this.#take(part, value, outcome)
    return undefined
  }

  #take(part: Part, value: unknown, outcome: Outcome): void {
    if (outcome.issues) {
      this.#issues ??= []
      this.#issues.push(...toldIssues(part, value, outcome.issues, MOST_ISSUES - this.#issues.length))
    } else this.#input[part] = outcome.value
  }

  /**
   * Keeps the failure of a part until all parts are read: Node would end the program for a rejected promise that
   * nothing awaits yet.
   */
  #wait(pending: Promise<void>): void {
    const settled = pending.catch((error: unknown) => {
      this.#failure ??= { error }
    })
    this.#pending ??= []
    this.#pending.push(settled)
  }

  #checked(): Input {
    if (this.#failure) throw this.#failure.error
    if (this.#issues) throw new InputError(422, this.#issues)
    return this.#input
  }
}

const MOST_ISSUES = 100

function partReaders({ params, query, headers, cookies, body, limits }: EndpointDescription): readonly PartReader[] {
  const readers: PartReader[] = []
  const add = (part: Part, schema: StandardSchemaV1 | undefined, read: PartReader['read']) => {
    if (schema) readers.push({ part, read, validate: part === 'query' ? validateFieldsBy(schema) : validateBy(schema) })
  }
  add('params', params, (request) => request.params)
  add('query', query, queryOf)
  add('headers', headers, (request) => Object.fromEntries(request.headers))
  add('cookies', cookies, (request) => parseCookie(request.headers.get('cookie') ?? ''))
  if (body) {
    const content = contentOf(body)
    const validateWith = content.kind === 'form' || content.kind === 'multipart' ? validateFieldsBy : validateBy
    const validate = content.schema && limited(validateWith(content.schema), bodyLimiter(limits))
    readers.push({ part: 'body', read: bodyReader(content), validate })
  }
  return readers
}

function limited(validate: Validate, limit: (value: unknown) => void): Validate {
  return (value, request) => {
    limit(value)
    return validate(value, request)
  }
}

function queryOf(request: ServerRequest): unknown {
  try {
    return collectFields(request.query)
  } catch (error) {
    if (!HttpError.is(error)) throw error
    throw new InputError(400, [{ in: 'query', path: [], message: error.message }], { cause: error })
  }
}

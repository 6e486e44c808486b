import { Application } from '@app/core'
import type { Adapters } from '../adapters.ts'
import { type BuiltApplication, buildApplication } from '../application.ts'
import { NotApplicable } from '../not-applicable.ts'
import { recordedRequest } from '../recorded-request.ts'
import { Trace } from '../trace.ts'
import type { Unit } from '../units.ts'
import type { Outcome, RecordedCall } from '../vectors.ts'

/**
 * Builds the application of a recorded case and repeats the recorded requests, each on a new application unless the
 * case says otherwise.
 */
export async function runApp(unit: Unit, adapters: Adapters): Promise<Outcome> {
  const { requests = [], sameApp = false } = unit.recorded
  const first = new RunningApplication(unit, adapters)
  if ('constructError' in first.outcome) return first.outcome
  const results: Outcome[] = []
  for (const [index, call] of requests.entries()) {
    const app = sameApp || index === 0 ? first : new RunningApplication(unit, adapters)
    results.push(await app.ask(call))
  }
  return { ...first.outcome, results }
}

/** The application of a recorded case, with the outcome of its setup and the errors that it reported. */
class RunningApplication {
  readonly outcome: Outcome
  readonly #trace = new Trace()
  readonly #entry: Application | undefined
  readonly #built: BuiltApplication | undefined
  #errors: unknown[] = []

  constructor({ recorded, line, router }: Unit, adapters: Adapters) {
    const { setup = {} } = recorded
    const onError = (error: unknown) => {
      this.#errors.push(error)
    }
    try {
      this.#built = buildApplication(setup, { line, router, trace: this.#trace, adapters }, onError)
    } catch (error) {
      if (error instanceof NotApplicable) throw error
      this.outcome = { constructError: error }
      return
    }
    const { application, stepErrors } = this.#built
    // An application that a factory makes has no listener of errors. It is therefore piped into another application,
    // which only passes its errors to `onError`.
    this.#entry = setup.build === 'config' ? new Application({ onError }).pipe(application) : application
    const setupTrace = this.#trace.take()
    this.outcome = {
      ...(stepErrors.length > 0 && { stepErrors }),
      ...(setupTrace.length > 0 && { setupTrace }),
    }
  }

  async ask(call: RecordedCall): Promise<Outcome> {
    if (call.uri !== undefined) return this.#uri(call.uri, call)
    this.#errors = []
    try {
      const response = await this.#entry?.fetch(recordedRequest(call))
      const [error] = this.#errors
      return {
        status: response?.status,
        headers: Object.fromEntries(response?.headers ?? []),
        body: await response?.text(),
        ...(this.#errors.length > 0 && { error }),
        trace: this.#trace.take(),
      }
    } catch (error) {
      return { error, trace: this.#trace.take() }
    }
  }

  #uri(name: string, { params, options }: RecordedCall): Outcome {
    try {
      return { uri: this.#built?.application.url(name, mapOf(params) as Record<string, string>, mapOf(options)) }
    } catch (error) {
      return { error }
    }
  }
}

/** Reads a recorded map. PHP writes an empty map like an empty list, so an empty list is read as an empty map. */
function mapOf(value: object | undefined): object {
  return value === undefined || Array.isArray(value) ? {} : value
}

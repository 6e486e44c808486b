import { describeValue } from './describe-value.ts'
import type { Origin } from './origin.ts'

/** A source of the list is none, or a provider threw or gave something that is not a map. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** The name of the source, as in its origin. */
  readonly source: string

  private constructor(origin: Origin, problem: string, cause?: unknown) {
    super(`${origin.name} ${problem}`, cause === undefined ? {} : { cause })
    this.source = origin.name
  }

  static notASource(origin: Origin, got: unknown): ProviderError {
    const hint = 'A source is a map, a function that gives a map, autoload(folder) or file(path)'
    return new ProviderError(origin, `of the configuration is ${describeValue(got)}. ${hint}.`)
  }

  static notAMap(origin: Origin, got: unknown): ProviderError {
    return new ProviderError(origin, `gave ${describeValue(got)} where a map is wanted. Return \`{ … }\` from it.`)
  }

  static threw(origin: Origin, cause: unknown): ProviderError {
    return new ProviderError(origin, 'threw; the cause of this error is what it threw.', cause)
  }
}

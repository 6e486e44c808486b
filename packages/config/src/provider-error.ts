import { describeValue } from '@app/checks'
import type { Origin } from './origin.ts'

/** The error for an invalid source, or for a provider that threw or did not return a map. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** The name of the source, such as `configProvider (source 2)`. */
  readonly source: string

  private constructor(origin: Origin, problem: string, cause?: unknown) {
    super(`${origin.name} ${problem}`, cause === undefined ? {} : { cause })
    this.source = origin.name
  }

  static notASource(origin: Origin, got: unknown): ProviderError {
    const hint = 'A source is a map, a function that gives a map, autoload(folder), file(path) or search(name)'
    return new ProviderError(origin, `of the configuration is ${describeValue(got)}. ${hint}.`)
  }

  static notAMap(origin: Origin, got: unknown): ProviderError {
    return new ProviderError(origin, `gave ${describeValue(got)} in place of a map. Return \`{ … }\` from it.`)
  }

  static threw(origin: Origin, cause: unknown): ProviderError {
    return new ProviderError(origin, 'threw an error; see the cause of this error.', cause)
  }
}

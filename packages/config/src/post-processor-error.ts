import { describeValue } from './describe-value.ts'
import type { Origin } from './origin.ts'

/** A post-processor is no function, threw, or gave something that is not a map. */
export class PostProcessorError extends Error {
  override readonly name = 'PostProcessorError'
  /** The name of the post-processor, as in the origin of what it changed. */
  readonly processor: string

  private constructor(origin: Origin, problem: string, cause?: unknown) {
    super(`${origin.name} ${problem}`, cause === undefined ? {} : { cause })
    this.processor = origin.name
  }

  static notAFunction(origin: Origin, got: unknown): PostProcessorError {
    return new PostProcessorError(origin, `is ${describeValue(got)}. Write \`(config) => ({ ...config })\`.`)
  }

  static notAMap(origin: Origin, got: unknown): PostProcessorError {
    const hint = 'Return the whole configuration: `(config) => ({ ...config })`'
    return new PostProcessorError(origin, `gave ${describeValue(got)} where a map is wanted. ${hint}.`)
  }

  static threw(origin: Origin, cause: unknown): PostProcessorError {
    const hint = 'The configuration it is given is frozen: return a changed copy'
    return new PostProcessorError(origin, `threw; the cause of this error is what it threw. ${hint}.`, cause)
  }
}

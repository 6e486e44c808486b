import { describeValue, isMap } from '@app/checks'
import { type Branch, buildTrace } from './config-node.ts'
import type { PostProcessor } from './define-config.ts'
import type { Variables } from './environment.ts'
import { type Origin, type Trace, traceAt, traceOf } from './origin.ts'
import { readLayer } from './read-layer.ts'

/** Runs the post-processor at a position, counted from 1, on a configuration. */
export async function postProcess<C extends object>(
  trace: Trace,
  processor: PostProcessor<C>,
  position: number,
  variables: Variables,
): Promise<Trace> {
  const origin = originOf(processor, `post-processor ${position}`)
  const result = await run(processor, trace.value as C, origin)
  if (!isMap(result)) throw PostProcessorError.notAMap(origin, result)
  return buildTrace(readChanges(result, trace, origin), variables)
}

function originOf(processor: unknown, place: string): Origin {
  const origin = { name: place }
  if (typeof processor !== 'function') throw PostProcessorError.notAFunction(origin, processor)
  return processor.name === '' ? origin : { name: `${processor.name} (${place})` }
}

async function run<C extends object>(processor: PostProcessor<C>, config: C, origin: Origin): Promise<unknown> {
  try {
    return await processor(config)
  } catch (cause) {
    throw PostProcessorError.threw(origin, cause)
  }
}

/** The error for a post-processor that is not a function, threw, or did not return a map. */
export class PostProcessorError extends Error {
  override readonly name = 'PostProcessorError'
  /** The name of the post-processor, such as `addDebug (post-processor 1)`. */
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
    return new PostProcessorError(origin, `gave ${describeValue(got)} in place of a map. ${hint}.`)
  }

  static threw(origin: Origin, cause: unknown): PostProcessorError {
    const hint = 'A post-processor gets a frozen configuration: return a changed copy'
    return new PostProcessorError(origin, `threw an error; see the cause of this error. ${hint}.`, cause)
  }
}

/**
 * Converts the result of a post-processor or a schema to a tree for `buildTrace`. A map or list of the earlier
 * configuration keeps its origin, at whatever path it is in the result. Any other value keeps its origin if it is the
 * same as before at its path.
 */
export function readChanges(changed: object, before: Trace, origin: Origin): Branch {
  return readLayer(changed, origin, (value, path) => {
    const known = traceOf(value)
    if (known !== undefined) return known
    const old = traceAt(before, path)
    return old !== undefined && old.children === undefined && Object.is(old.value, value) ? old : undefined
  }).tree
}

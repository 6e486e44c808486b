import { ConfigurationError, describeValue, isMap } from '@app/checks'
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
  if (!isMap(result)) throw notAMap(origin, result)
  return buildTrace(readChanges(result, trace, origin), variables)
}

function originOf(processor: unknown, place: string): Origin {
  const origin = { name: place }
  if (typeof processor !== 'function') throw notAFunction(origin, processor)
  return processor.name === '' ? origin : { name: `${processor.name} (${place})` }
}

async function run<C extends object>(processor: PostProcessor<C>, config: C, origin: Origin): Promise<unknown> {
  try {
    return await processor(config)
  } catch (cause) {
    throw threw(origin, cause)
  }
}

/** The error for a post-processor that is not a function, threw, or did not return a map. */
function invalidPostProcessor(origin: Origin, problem: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError('APP_POST_PROCESSOR', `${origin.name} ${problem}`, options)
}

function notAFunction(origin: Origin, got: unknown): ConfigurationError {
  return invalidPostProcessor(origin, `is ${describeValue(got)}. Write \`(config) => ({ ...config })\`.`)
}

function notAMap(origin: Origin, got: unknown): ConfigurationError {
  const hint = 'Return the whole configuration: `(config) => ({ ...config })`'
  return invalidPostProcessor(origin, `gave ${describeValue(got)} in place of a map. ${hint}.`)
}

function threw(origin: Origin, cause: unknown): ConfigurationError {
  const hint = 'A post-processor gets a frozen configuration: return a changed copy'
  return invalidPostProcessor(origin, `threw an error; see the cause of this error. ${hint}.`, { cause })
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
    return old !== undefined && Object.is(old.value, value) ? old : undefined
  }).tree
}

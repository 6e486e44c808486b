import { buildTrace, type Variables } from './build-trace.ts'
import { isMap } from './is-map.ts'
import type { Origin } from './origin.ts'
import { PostProcessorError } from './post-processor-error.ts'
import type { PostProcessor } from './provider.ts'
import { readChanges } from './read-changes.ts'
import type { Trace } from './trace.ts'

/** Runs post-processors in their order, each on what the one before it made. */
export async function postProcess<C extends object>(
  trace: Trace,
  processors: readonly PostProcessor<C>[],
  variables: Variables,
): Promise<Trace> {
  let current = trace
  for (const [index, processor] of processors.entries()) {
    const origin = originOf(processor, `post-processor ${index + 1}`)
    const result = await run(processor, current.value as C, origin)
    if (!isMap(result)) throw PostProcessorError.notAMap(origin, result)
    current = buildTrace(readChanges(result, current, origin), () => origin, variables)
  }
  return current
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

import { type ConfigSource, defineConfig, type PostProcessor, resolveConfig } from '@app/config'
import { compareResults } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import { NotApplicable } from '../not-applicable.ts'
import { isMap } from '../php-map.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

/** Merges the recorded providers, runs the post-processors on the merged configuration, and compares the results. */
export async function compareAggregator({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const { providers, runs = [providers], post = [] } = recorded
  const results: Outcome[] = []
  for (const run of runs as readonly (readonly unknown[])[]) {
    results.push(await aggregate(run.flatMap(toSources), (post as readonly unknown[]).map(toPostProcessor)))
  }
  return compareResults(expected.runs, results, ({ merged }) => ({ merged: emptyAsMap(merged) }))
}

async function aggregate(sources: readonly ConfigSource[], postProcessors: readonly PostProcessor[]): Promise<Outcome> {
  try {
    return { merged: await resolveConfig(defineConfig(sources, { postProcessors })) }
  } catch (error) {
    return { error }
  }
}

/**
 * Turns a recorded provider of configuration into sources of ours: each map that a generator yields is one source, and
 * a class with callable instances becomes a function.
 */
function toSources(provider: unknown): readonly ConfigSource[] {
  if (!isMap(provider)) throw new NotApplicable('A provider that is not recorded as a map has no counterpart here.')
  if ('array' in provider) return [provider.array as object]
  if ('callable' in provider) return [() => provider.callable as object]
  if ('generator' in provider) return provider.generator as readonly object[]
  if ('returns' in provider) return [(() => provider.returns) as () => object]
  const name = String(provider.class ?? provider.instance)
  const known = CLASSES[name]
  if (!known) throw classByName(name)
  return known
}

function toPostProcessor(processor: unknown): PostProcessor {
  if (isMap(processor) && isMap(processor.set)) return (config) => ({ ...config, ...(processor.set as object) })
  const name = isMap(processor) ? String(processor.class) : ''
  if (name === 'CfgPost') return (config) => ({ ...config, post: 'class' })
  if (name === 'CfgBad') return new NotCallable() as unknown as PostProcessor
  throw classByName(name)
}

class NotCallable {}

const CLASSES: Readonly<Record<string, readonly ConfigSource[]>> = {
  CfgMod: [() => ({ list: ['c'], mod: 'class' })],
  CfgGen: [() => ({ list: ['g1'], g: 1 }), () => ({ list: ['g2'], g: 2 })],
  CfgBad: ['not callable' as unknown as object],
}

function classByName(name: string): NotApplicable {
  return new NotApplicable(`ES modules have no classes that are named by a string, such as "${name}".`)
}

function emptyAsMap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value
}

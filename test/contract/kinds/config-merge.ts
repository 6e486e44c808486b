import { type ConfigSource, defineConfig, remove, replace, resolveConfig } from '@app/config'
import { compareResult } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import { NotApplicable } from '../not-applicable.ts'
import { isMap } from '../php-map.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

/** Merges the maps of a recorded case in their order, and compares the result. */
export async function compareMerge({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const sources = (recorded.inputs as readonly unknown[]).map(toSource)
  return compareResult('construct', expected, await merge(sources))
}

async function merge(sources: readonly ConfigSource[]): Promise<Outcome> {
  try {
    const merged = await resolveConfig(defineConfig(sources))
    return { merged: withIntegers(merged), keyOrder: Object.keys(merged) }
  } catch (error) {
    return { error }
  }
}

function toSource(input: unknown): ConfigSource {
  if (Array.isArray(input) && input.length > 0) throw integerKeys()
  return toValue(Array.isArray(input) ? {} : input) as ConfigSource
}

function toValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toValue)
  if (!isMap(value)) return value
  if ('@map' in value) throw integerKeys()
  if ('@replace' in value) return replace(toValue(value['@replace']))
  if ('@remove' in value) return remove()
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toValue(item)]))
}

/**
 * Rewrites a merged value as PHP would record it. If a list is merged with a map, an item of the list gets an integer
 * key in PHP's array, and a key such as `[0]` in our map.
 */
function withIntegers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIntegers)
  if (!isMap(value)) return value
  const entries = Object.entries(value).map(
    ([key, item]) => [key.replace(/^\[(\d+)\]$/, '$1'), withIntegers(item)] as const,
  )
  return Object.fromEntries(entries)
}

function integerKeys(): NotApplicable {
  return new NotApplicable(
    "PHP's arrays are list and map in one, with integer keys; here a list has no holes and a map no next index.",
  )
}

import { describeValue, isMap } from '@app/core/extending'
import { MASK } from '@app/development'
import type { Masks } from '../masks.ts'

/**
 * Turns any value into plain data without secrets: maps and lists with their content, and a description of any other
 * object and of a value that JSON lacks. `undefined` stays. An object inside of itself, or below 40 levels of maps and
 * lists, becomes `…`.
 */
export function plainData(value: unknown, masks: Masks, around: readonly unknown[] = []): unknown {
  if (typeof value === 'string') return masks.text(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return value
  if (around.includes(value) || around.length === DEEPEST) return '…'
  const inside = [...around, value]
  if (Array.isArray(value)) return value.map((item) => plainData(item, masks, inside))
  if (!isMap(value)) return plainText(value)
  const entries = Object.entries(value).map(([key, item]) => {
    if (typeof item === 'string') return [key, masks.value(key, item)] as const
    const isNumber = typeof item === 'number' || typeof item === 'bigint'
    return [key, isNumber && masks.value(key, '') !== '' ? MASK : plainData(item, masks, inside)] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Describes a value that JSON lacks: a function by its name, an object by the name of its class; a file URL, a
 * `bigint`, a symbol and a regular expression by their text.
 */
export function plainText(value: unknown): string {
  if (value instanceof URL) return value.protocol === 'file:' ? value.href : describeValue(value)
  if (typeof value === 'bigint' || typeof value === 'symbol' || value instanceof RegExp) return String(value)
  return describeValue(value)
}

const DEEPEST = 40

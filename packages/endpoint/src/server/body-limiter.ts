import type { BodyLimits } from '../body-limits.ts'
import { InputError } from './input-error.ts'

/**
 * The limits of a description without `limits`. They bound the time that a schema library spends on collecting the
 * issues of one body.
 */
const USUAL = { items: 1_000, keys: 10_000, depth: 32 } satisfies BodyLimits

/**
 * Makes the function that checks the size of a body. The function counts in one pass, and throws an `InputError` of 413
 * beyond a limit.
 *
 * The check is needed since schema libraries report every mistake: a body of 1 MiB can hold 340,000 empty objects, and
 * collecting their issues takes seconds.
 */
export function bodyLimiter(limits: BodyLimits = {}): (body: unknown) => void {
  const { items: mostItems = USUAL.items, keys: mostKeys = USUAL.keys, depth: mostDepth = USUAL.depth } = limits
  return (body) => {
    let items = 0
    let keys = 0
    if (isInner(body)) count(body, 1)

    function count(value: object, depth: number): void {
      if (depth > mostDepth) refuse('levels', mostDepth)
      if (Array.isArray(value)) {
        items += value.length
        if (items > mostItems) refuse('items', mostItems)
        for (const item of value) if (isInner(item)) count(item, depth + 1)
        return
      }
      for (const key of Object.keys(value)) {
        if (++keys > mostKeys) refuse('keys', mostKeys)
        const inner = (value as Readonly<Record<string, unknown>>)[key]
        if (isInner(inner)) count(inner, depth + 1)
      }
    }
  }
}

function isInner(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function refuse(what: string, most: number): never {
  throw new InputError(413, [{ in: 'body', path: [], message: `has more than ${most} ${what}` }])
}

import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Part } from '../part-types.ts'
import type { InputIssue } from './input-error.ts'

/** Returns the issues of a schema as a client may see them: a limited number, and without the received values. */
export function toldIssues(
  part: Part,
  value: unknown,
  issues: readonly StandardSchemaV1.Issue[],
  most: number,
): readonly InputIssue[] {
  return issues.slice(0, most).map((issue) => {
    const path = pathOf(issue)
    return { in: part, path: path.map(shortKey), message: withoutValue(issue.message, valueAt(value, path)) }
  })
}

/** Returns the keys that lead to the place of an issue. */
export function pathOf({ path = [] }: StandardSchemaV1.Issue): readonly (string | number)[] {
  // The list is copied first: arktype's list has a class of its own, whose map() puts the length before the items.
  return Array.from(path, (segment) => {
    const key = typeof segment === 'object' ? segment.key : segment
    return typeof key === 'number' ? key : String(key)
  })
}

/**
 * Removes the received value from the message of a schema. Some libraries quote the value, and a response must not: the
 * value may be a password, and the response may end up in logs.
 *
 * The part of the message in which valibot and arktype quote the value is cut off. If the value still occurs in the
 * rest, the message is `Invalid value`.
 */
function withoutValue(message: string, value: unknown): string {
  const cut = String(message)
    .slice(0, 4 * LONGEST)
    .replace(QUOTED_VALUE, '')
  return leavesOf(value).some((leaf) => cut.includes(leaf)) ? 'Invalid value' : cut.slice(0, LONGEST)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Readonly<Record<string | number, unknown>>)[key]
  }
  return here
}

/**
 * Returns the strings which a message must not have, since they would show the value. A string of less than four
 * characters is only looked for in quotes, since without quotes it may be part of any word. A shorter number is not
 * looked for.
 */
function leavesOf(root: unknown): readonly string[] {
  const leaves: string[] = []
  const pending: unknown[] = [root]
  for (let looked = 0; pending.length > 0 && looked < MOST_LEAVES; looked++) {
    const value = pending.pop()
    if (value === '') continue
    if (typeof value === 'string') leaves.push(value.length < SHORT ? JSON.stringify(value) : value.slice(0, TELLING))
    else if (typeof value === 'number' || typeof value === 'bigint') {
      const digits = String(value)
      if (digits.length >= SHORT) leaves.push(digits)
    } else if (typeof value === 'object' && value !== null) pending.push(...Object.values(value).slice(0, MOST_LEAVES))
  }
  return leaves
}

function shortKey(key: string | number): string | number {
  return typeof key === 'string' && key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
}

const QUOTED_VALUE = /,? but received .*$|\s*\(was .*\)/s
const MOST_LEAVES = 1_000
const SHORT = 4
const LONGEST = 300
/** A message counts as showing a long value if it contains the first characters of the value, this many of them. */
const TELLING = 30
const LONGEST_KEY = 100

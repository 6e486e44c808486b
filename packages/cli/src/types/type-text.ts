import type { KeyPath } from '@app/config'
import { isMap } from '@app/core/extending'
import { partsOf } from '../configuration/config-parts.ts'

/** Writes a string as a string literal of TypeScript. */
export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Writes an object type, with a line for each member. */
export function mapType(entries: readonly (readonly [key: string, type: string])[], indent: string): string {
  if (entries.length === 0) return 'Record<never, never>'
  const lines = entries.map(([key, type]) => `${indent}  ${keyText(key)}: ${type}\n`)
  return `{\n${lines.join('')}${indent}}`
}

/**
 * Returns the type of the value at a path if it is known without the value; else `undefined`. For example, a value that
 * was read by `env.integer()` is a number.
 */
export type KnownTypes = (path: KeyPath) => string | undefined

/**
 * Returns the type of a value of the configuration: the general type, such as `string`, never a literal type with the
 * content.
 */
export function valueType(value: unknown, indent: string, path: KeyPath, known: KnownTypes): string {
  const type = known(path)
  if (type !== undefined) return type
  if (Array.isArray(value)) {
    const types = [...new Set(value.map((item, index) => valueType(item, indent, [...path, index], known)))].sort()
    return `readonly (${types.join(' | ') || 'unknown'})[]`
  }
  if (isMap(value)) {
    const inner = `${indent}  `
    const entries = Object.entries(value)
    return mapType(
      entries.map(([key, item]) => [key, valueType(item, inner, [...path, key], known)]),
      indent,
    )
  }
  if (typeof value === 'object' && value !== null) return instanceType(value)
  // A value that is null gets the type `unknown`, since another file, such as one of another environment, may replace
  // it by any value.
  return value === null || value === undefined || typeof value === 'function' ? 'unknown' : typeof value
}

/**
 * Returns the types of the values that `env()` has read. The types come from the calls, such as `number` from
 * `env.integer()`, so they are the same whether the variables are set or not.
 */
export function environmentTypes(config: object): KnownTypes {
  const types = new Map(
    partsOf(config, []).flatMap(({ path, env }) => {
      if (env === undefined) return []
      const type = env.type === 'integer' ? 'number' : env.type
      return [[JSON.stringify(path), env.isNullable ? `${type} | null` : type]]
    }),
  )
  return (path) => types.get(JSON.stringify(path))
}

/**
 * Returns the type of an instance of a class: the name of the class for `URL`, `Date`, `RegExp` and `Uint8Array`, else
 * `unknown`.
 */
function instanceType(value: object): string {
  const found = PLATFORM_CLASSES.find((Class) => value.constructor === Class)
  return found?.name ?? 'unknown'
}

const PLATFORM_CLASSES = [URL, Date, RegExp, Uint8Array]

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)
}

import { isMap } from '../output/value-kinds.ts'

/** A text as a literal. */
export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** A map of types, one line each. */
export function mapType(entries: readonly (readonly [key: string, type: string])[], indent: string): string {
  if (entries.length === 0) return 'Record<never, never>'
  const lines = entries.map(([key, type]) => `${indent}  ${keyText(key)}: ${type}\n`)
  return `{\n${lines.join('')}${indent}}`
}

/** The type of a value of the configuration, which says of what kind it is and nothing of what it holds. */
export function valueType(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    const types = [...new Set(value.map((item) => valueType(item, indent)))].sort()
    return `readonly (${types.join(' | ') || 'unknown'})[]`
  }
  if (isMap(value)) {
    return mapType(
      Object.entries(value).map(([key, inner]) => [key, valueType(inner, `${indent}  `)]),
      indent,
    )
  }
  if (typeof value === 'object' && value !== null) return instanceType(value)
  // Null is where another source may give something.
  return value === null || value === undefined || typeof value === 'function' ? 'unknown' : typeof value
}

/** Instances of the platform's classes by name. */
function instanceType(value: object): string {
  const found = PLATFORM_CLASSES.find((Class) => value.constructor === Class)
  return found?.name ?? 'unknown'
}

const PLATFORM_CLASSES = [URL, Date, RegExp, Uint8Array]

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)
}

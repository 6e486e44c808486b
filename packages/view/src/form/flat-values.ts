import { fieldName } from './field-name.ts'

/** A stored value with which a form can be filled. */
export type FieldValue =
  | (string | number | bigint | boolean | null | undefined)
  | readonly (string | number)[]
  | FieldValues
  | readonly FieldValues[]

/** Stored values by name, inside of a form. */
export interface FieldValues {
  readonly [name: string]: FieldValue
}

/** Returns stored values by the names of their fields, as strings. */
export function flatValues(values: FieldValues): Readonly<Record<string, string | readonly string[]>> {
  const flat: Record<string, string | readonly string[]> = Object.create(null)
  for (const [name, value] of Object.entries(values)) add([name], value)
  return flat

  function add(path: readonly (string | number)[], value: unknown): void {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) {
      if (!value.some(isMap)) flat[fieldName(path)] = value.map(String)
      else for (const [row, item] of value.entries()) add([...path, row], item)
    } else if (isMap(value)) {
      for (const [key, item] of Object.entries(value)) add([...path, key], item)
    } else flat[fieldName(path)] = String(value)
  }
}

function isMap(value: unknown): value is FieldValues {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** The keys on the way to a field, with a number for a row of a list: `items[0].title` is `['items', 0, 'title']`. */
export type FieldPath = readonly (string | number)[]

/** The meaning of the name of a field. */
export interface FieldName {
  readonly path: FieldPath
  /** True for a name such as `tags[]`, whose value is always a list. */
  readonly isList: boolean
}

/**
 * Parses the name of a field: `address.city` and `address[city]` are the key `city` of `address`, and `items[0].title`
 * is the title in a row of `items`. A number after a dot is a key, and not a row. A name of any other form, such as
 * `a[b`, has no meaning, and is the only key of its path.
 */
export function parseFieldName(name: string): FieldName {
  const [, first = '', rest = '', list] = WHOLE.exec(name) ?? []
  if (first === '') return { path: [name], isList: false }
  const path: (string | number)[] = [first]
  for (const [, key, inBrackets = ''] of rest.matchAll(STEP)) {
    path.push(key ?? (ROW.test(inBrackets) ? Number(inBrackets) : inBrackets))
  }
  return { path, isList: list !== undefined }
}

/** Returns the one spelling of a path in the names of fields: `items[0].title`. */
export function fieldName(path: FieldPath): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('')
}

/** Returns the spelling of a name that `readForm` uses with `nested`: `items[0].title` for `items[0][title]`. */
export function canonicalName(name: string): string {
  const { path, isList } = parseFieldName(name)
  return `${fieldName(path)}${isList ? '[]' : ''}`
}

const WHOLE = /^([^.[\]]+)((?:\.[^.[\]]+|\[[^.[\]]+\])*)(\[\])?$/
const STEP = /\.([^.[\]]+)|\[([^.[\]]+)\]/g
/** Matches the number of a row. Rows are renumbered without gaps, so a great number makes no long list. */
const ROW = /^(?:0|[1-9]\d{0,8})$/

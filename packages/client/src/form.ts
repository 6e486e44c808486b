/**
 * Makes the fields of a query, a form, headers or cookies. A list becomes one field for each item, all of the same
 * name; `undefined` and `null` are left out.
 *
 * Throws a `TypeError` for a value that no field can hold.
 */
export function formOf(fields: unknown = {}): FormData {
  const form = new FormData()
  for (const [name, given] of Object.entries(fields as object)) {
    for (const value of [given].flat()) {
      if (value instanceof Object && !(value instanceof Blob))
        throw new TypeError(`${name} cannot hold ${JSON.stringify(value)}`)
      if (value != null) form.append(name, value)
    }
  }
  return form
}

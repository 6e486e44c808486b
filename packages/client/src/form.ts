/**
 * The fields of a query, a form, headers or cookies: a list repeats its name; `undefined` and `null` are left out.
 *
 * Throws a `TypeError` for what no field can hold.
 */
export function formOf(fields: unknown): FormData {
  const form = new FormData()
  for (const [name, given] of Object.entries(fields ?? {})) {
    for (const value of [given].flat().filter((one) => one != null)) {
      if (typeof value === 'object' && !(value instanceof Blob))
        throw new TypeError(`${name} cannot hold ${JSON.stringify(value)}`)
      form.append(name, value)
    }
  }
  return form
}

/** The same where no field is a file. */
export function textsOf(fields: unknown): [name: string, text: string][] {
  return [...formOf(fields)] as [string, string][]
}

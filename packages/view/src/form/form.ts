/** The values and the messages that a form shows. */
export class Form {
  /** The values of fields as they were typed, by name; a list for a name that was sent several times. */
  readonly values: Readonly<Record<string, string | readonly string[]>>
  /** Messages by the names of fields. */
  readonly messages: Readonly<Record<string, readonly string[]>>
  /** The messages that belong to no single field. */
  readonly general: readonly string[]

  constructor(values: Form['values'], messages: Form['messages'] = {}, general: readonly string[] = []) {
    // The map has no prototype: otherwise a field named "constructor" that was not sent would have a value.
    this.values = Object.assign(Object.create(null), values)
    this.messages = Object.assign(Object.create(null), messages)
    this.general = general
  }

  /** Returns the value of a field as a string: the first of several values, and an empty string without a value. */
  value(name: string): string {
    const value = this.values[name] ?? ''
    return typeof value === 'string' ? value : (value[0] ?? '')
  }

  /** True if the visitor chose this value of a field, for the attributes `checked` and `selected`. */
  has(name: string, value: string): boolean {
    return [this.values[name] ?? []].flat().includes(value)
  }

  /** Returns a copy of the form with further messages, by field, such as `{ email: 'This address is taken.' }`. */
  with(messages: Readonly<Record<string, string>>): Form {
    const all: Record<string, readonly string[]> = { ...this.messages }
    for (const [name, message] of Object.entries(messages)) all[name] = [...(this.messages[name] ?? []), message]
    return new Form(this.values, all, this.general)
  }
}

/**
 * Makes a form that was not sent yet: an empty form, or one with stored values. The values `null` and `undefined` are
 * left out.
 *
 * @example
 * app.get('/write', (request) => render(request, 'write', { form: form({ title: '' }) }))
 */
export function form(values: Readonly<Record<string, FieldValue>> = {}): Form {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return new Form(
    Object.fromEntries(given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)])),
  )
}

/** A stored value with which a form can be filled. */
export type FieldValue = string | number | bigint | boolean | null | undefined | readonly (string | number)[]

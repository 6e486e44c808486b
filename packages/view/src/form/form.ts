/** The values and the messages that a form shows. */
export class Form {
  /** The typed values by the names of fields; a list for a name that was sent several times. */
  readonly values: Readonly<Record<string, string | readonly string[]>>
  /** Messages by the names of fields. */
  readonly messages: Readonly<Record<string, readonly string[]>>
  /** Messages that belong to no single field. */
  readonly general: readonly string[]

  constructor(values: Form['values'], messages: Form['messages'] = {}, general: readonly string[] = []) {
    // Without a prototype, a field called "constructor" has what was typed, and nothing else.
    this.values = Object.assign(Object.create(null), values)
    this.messages = Object.assign(Object.create(null), messages)
    this.general = general
  }

  /** The text of a field; of several, the first, and nothing for a field that is empty. */
  value(name: string): string {
    const value = this.values[name] ?? ''
    return typeof value === 'string' ? value : (value[0] ?? '')
  }

  /** Whether a value of a field was chosen, for `checked` and `selected`. */
  has(name: string, value: string): boolean {
    return [this.values[name] ?? []].flat().includes(value)
  }

  /** The same form with a message of each of these fields, such as `{ email: 'This address is taken.' }`. */
  with(messages: Readonly<Record<string, string>>): Form {
    const all: Record<string, readonly string[]> = { ...this.messages }
    for (const [name, message] of Object.entries(messages)) all[name] = [...(this.messages[name] ?? []), message]
    return new Form(this.values, all, this.general)
  }
}

/** A form that nobody has sent yet: empty, or with what is stored. Values that are not there are left out. */
export function form(values: Readonly<Record<string, FieldValue>> = {}): Form {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return new Form(
    Object.fromEntries(given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)])),
  )
}

/** What a field may show. */
export type FieldValue = string | number | bigint | boolean | null | undefined | readonly (string | number)[]

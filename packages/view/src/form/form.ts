import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type Constraints, constraintsOf } from './constraints.ts'
import { canonicalName, fieldName, parseFieldName } from './field-name.ts'
import { type FieldValue, flatValues } from './flat-values.ts'

/** The values and the messages that a form shows. */
export class Form {
  /** The values of fields as they were typed, by name; a list for a name that was sent several times. */
  readonly values: Readonly<Record<string, string | readonly string[]>>
  /** Messages by the names of fields. */
  readonly messages: Readonly<Record<string, readonly string[]>>
  /** The messages that belong to no single field. */
  readonly general: readonly string[]
  /** The names of all fields, also of those whose values are not shown again, and of rows without a field. */
  readonly #names: readonly string[]
  readonly #schema: StandardSchemaV1 | undefined

  constructor(
    values: Form['values'],
    messages: Form['messages'] = {},
    general: readonly string[] = [],
    { names = Object.keys(values), schema }: FormFacts = {},
  ) {
    // The map has no prototype: otherwise a field named "constructor" that was not sent would have a value.
    this.values = Object.assign(Object.create(null), values)
    this.messages = Object.assign(Object.create(null), messages)
    this.general = general
    this.#names = names
    this.#schema = schema
  }

  /** Returns the value of a field as a string: the first of several values, and an empty string without a value. */
  value(name: string): string {
    const value = this.#valueOf(name) ?? ''
    return typeof value === 'string' ? value : (value[0] ?? '')
  }

  /** True if the visitor chose this value of a field, for the attributes `checked` and `selected`. */
  has(name: string, value: string): boolean {
    return [this.#valueOf(name) ?? []].flat().includes(value)
  }

  /** Returns the messages of a field, or of a list such as `items`. */
  problems(name: string): readonly string[] {
    const canonical = canonicalName(name)
    return this.messages[name] ?? this.messages[canonical] ?? this.messages[canonical.replace(/\[\]$/, '')] ?? []
  }

  /**
   * Returns the names of the rows of a list: `items[0]`, `items[1]`, so that `${row}.title` is the name of a field. Has
   * at least `least` names, for rows that are empty.
   */
  rows(list: string, least = 0): readonly string[] {
    const name = canonicalName(list)
    // The rows are counted, since a number may be that of a visitor, and so great that no list could have it.
    const rows = new Set(this.#names.map((field) => rowIn(name, field)).filter((row) => row >= 0))
    const count = Math.max(least, rows.size)
    return Array.from({ length: count }, (_, row) => `${name}[${row}]`)
  }

  /** Returns a copy of the form with further messages, by field, such as `{ email: 'This address is taken.' }`. */
  with(messages: Readonly<Record<string, string>>): Form {
    const all: Record<string, readonly string[]> = { ...this.messages }
    for (const [name, message] of Object.entries(messages)) all[name] = [...(this.messages[name] ?? []), message]
    return new Form(this.values, all, this.general, this.#facts())
  }

  /** Returns a copy with one more row in a list, and without messages, since the visitor is still writing. */
  addRow(list: string): Form {
    const added = `${canonicalName(list)}[${this.rows(list).length}]`
    return new Form(this.values, {}, [], this.#facts([...this.#names, added]))
  }

  /**
   * Returns a copy without one row of a list, and without messages. The rows after it move up. A number that no row has,
   * such as one that a visitor has made up, removes nothing.
   */
  removeRow(list: string, row: number): Form {
    const name = canonicalName(list)
    const isThere = Number.isInteger(row) && row >= 0
    const move = (field: string) => (isThere ? moved(name, field, row) : [field])
    const values = Object.entries(this.values).flatMap(([field, value]) => move(field).map((to) => [to, value]))
    return new Form(Object.fromEntries(values), {}, [], this.#facts(this.#names.flatMap(move)))
  }

  /** Returns what the schema of the form demands of a field, as far as browsers can check it and the schema tells. */
  constraints(name: string): Constraints {
    return constraintsOf(this.#schema, parseFieldName(name).path)
  }

  #facts(names: readonly string[] = this.#names): FormFacts {
    return { names, schema: this.#schema }
  }

  #valueOf(name: string): string | readonly string[] | undefined {
    return this.values[name] ?? this.values[canonicalName(name)]
  }
}

interface FormFacts {
  readonly names?: readonly string[] | undefined
  readonly schema?: StandardSchemaV1 | undefined
}

/** Returns the number of the row of a list in which a field is; -1 if it is in none. */
function rowIn(list: string, field: string): number {
  const start = parseFieldName(list).path
  const { path } = parseFieldName(field)
  const row = path[start.length]
  return typeof row === 'number' && start.every((key, index) => path[index] === key) ? row : -1
}

/** Returns the name that a field has after a row was removed: none in that row, and one row less after it. */
function moved(list: string, field: string, removed: number): readonly string[] {
  const row = rowIn(list, field)
  if (row < removed) return [field]
  if (row === removed) return []
  const { path, isList } = parseFieldName(field)
  const at = parseFieldName(list).path.length
  return [`${fieldName(path.with(at, row - 1))}${isList ? '[]' : ''}`]
}

/**
 * Makes a form that was not sent yet: an empty form, or one with stored values. The values `null` and `undefined` are
 * left out. The values of a map inside have names such as `address.city`, those of a list of maps `items[0].title`.
 *
 * With the schema that `readForm` will get, `field()` writes what the schema demands, such as `required`.
 *
 * @example
 * app.get('/write', (request) => render(request, 'write', { form: form({ title: '', items: [{ text: 'Tea' }] }, Note) }))
 */
export function form(values: Readonly<Record<string, FieldValue>> = {}, schema?: StandardSchemaV1): Form {
  return new Form(flatValues(values), {}, [], { schema })
}

import { HttpError } from '@app/core'
import { type FieldName, type FieldPath, fieldName, parseFieldName } from './field-name.ts'

/** The value of a field: one, or a list for a name that was sent several times. */
export type Field = string | File | readonly (string | File)[]

/**
 * The fields of a form whose names are paths: `items[0].title`, `address.city`.
 *
 * The rows of a list are numbered without gaps, in the order of their numbers, since a page may have removed rows
 * between others. Throws an `HttpError` of 400 for more than 1,000 fields, for a path of more than 10 keys, for a key
 * such as `__proto__`, and for a field that is also the beginning of another one.
 */
export class NestedFields {
  /** The fields by their new names, in the spelling `items[0].title`. */
  readonly fields: ReadonlyMap<string, Field>
  /** The names of fields by their paths as JSON. */
  readonly #names: ReadonlyMap<string, string>

  constructor(sent: ReadonlyMap<string, Field>) {
    if (sent.size > MOST_FIELDS) throw new HttpError(400, `The request's form has more than ${MOST_FIELDS} fields`)
    const parsed = [...sent].map(([name, value]): Parsed => ({ ...parseFieldName(name), value }))
    for (const { path } of parsed) check(path)
    const renumbered = renumber(parsed)
    const fields = new Map<string, Field>()
    const names = new Map<string, string>()
    for (const { path, isList, value } of renumbered) {
      const id = JSON.stringify(path)
      const name = names.get(id) ?? `${fieldName(path)}${isList ? '[]' : ''}`
      names.set(id, name)
      const earlier = fields.get(name)
      const all = [...(earlier === undefined ? [] : [earlier].flat()), ...[value].flat()]
      fields.set(name, isList || all.length > 1 ? all : value)
    }
    this.fields = fields
    this.#names = names
  }

  /** Returns what a schema gets for fields by their new names, whose values may have changed. */
  nest(fields: Readonly<Record<string, unknown>>): object {
    const root: Container = Object.create(null)
    for (const [name, value] of Object.entries(fields)) put(root, parseFieldName(name).path, value)
    return root
  }

  /**
   * Returns the path of an issue as a path of which the first key is the name of a field: the field that the path leads
   * to or into, otherwise a field that was not sent, a row or a list.
   */
  pathOf(path: FieldPath): FieldPath {
    for (let length = path.length; length > 0; length -= 1) {
      const name = this.#names.get(JSON.stringify(path.slice(0, length)))
      if (name !== undefined) return [name, ...path.slice(length)]
    }
    return path.length === 0 ? [] : [fieldName(path)]
  }
}

interface Parsed extends FieldName {
  readonly value: Field
}

function check(path: FieldPath): void {
  if (path.length > DEEPEST) throw new HttpError(400, `The request's form has a field of more than ${DEEPEST} keys`)
  if (path.some((key) => typeof key === 'string' && POISON.has(key) && path.length > 1) || path[0] === '__proto__')
    throw new HttpError(400, "The request's form has a field that reaches a prototype, such as __proto__")
}

/** Numbers the rows of each list from 0, in the order of the numbers that they have. */
function renumber(parsed: readonly Parsed[]): readonly Parsed[] {
  const rows = new Map<string, Set<number>>()
  for (const { path } of parsed) {
    for (const [index, key] of path.entries()) {
      if (typeof key !== 'number') continue
      const list = JSON.stringify(path.slice(0, index))
      rows.set(list, (rows.get(list) ?? new Set()).add(key))
    }
  }
  const numbers = new Map(
    [...rows].map(([list, given]) => [
      list,
      new Map([...given].sort((a, b) => a - b).map((row, index) => [row, index])),
    ]),
  )
  return parsed.map((field) => ({
    ...field,
    path: field.path.map((key, index) =>
      typeof key === 'number' ? (numbers.get(JSON.stringify(field.path.slice(0, index)))?.get(key) ?? key) : key,
    ),
  }))
}

/** Objects and lists of fields. Neither has a prototype that a key could reach. */
type Container = Record<string | number, unknown>

function put(root: Container, path: FieldPath, value: unknown): void {
  let at = root
  for (const [index, key] of path.entries()) {
    if (Array.isArray(at) !== (typeof key === 'number')) throw clash(path.slice(0, index))
    const isThere = Object.hasOwn(at, key)
    if (index === path.length - 1) {
      if (isThere) throw clash(path)
      at[key] = value
      return
    }
    if (!isThere) {
      const made: Container = typeof path[index + 1] === 'number' ? ([] as unknown as Container) : Object.create(null)
      containers.add(made)
      at[key] = made
    }
    const next = at[key]
    if (!containers.has(next as object)) throw clash(path.slice(0, index + 1))
    at = next as Container
  }
}

/** The objects and lists that `put` has made, which are told apart from lists of values by this. */
const containers = new WeakSet<object>()

function clash(path: FieldPath): HttpError {
  return new HttpError(
    400,
    `The request's form has ${JSON.stringify(fieldName(path))} as a field, a list or a group at once`,
  )
}

const MOST_FIELDS = 1_000
const DEEPEST = 10
const POISON: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

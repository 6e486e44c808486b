import { collectFields, type FormFields, SCHEMA_VALIDATOR, validateFields } from '@app/body-parser'
import type { ServerRequest } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { TOKENS } from '../page/csrf-field.ts'
import { canonicalName, type FieldPath, parseFieldName } from './field-name.ts'
import { Form } from './form.ts'
import { messagesOf } from './issues.ts'
import { type Field, NestedFields } from './nested-fields.ts'

/**
 * The result of reading a sent form: the value that the schema has accepted, or, if it accepted none, a form with
 * messages. In both cases `form` has the sent values, without files and sensitive fields.
 */
export type SentForm<T> =
  | { readonly isValid: true; readonly value: T; readonly form: Form }
  | { readonly isValid: false; readonly form: Form }

/** Options of `readForm`. */
export interface ReadFormOptions {
  /**
   * Further fields that are never shown again, besides fields whose names sound like a password, a token or a code. With
   * `nested`, a single key such as `answer` is also that key inside of others, and `items[].code` is a key of each row.
   */
  readonly sensitive?: readonly string[] | undefined
  /**
   * The fields of the form, if middleware such as `@app/uploads` has read them already. Default: those of
   * `request.formData()`.
   */
  readonly fields?: FormFields<string | File> | undefined
  /**
   * True if the names of fields are paths: `address.city` and `address[city]` are a key of a map, `items[0].title` is a
   * key in a row, and `tags[]` is always a list. Default: `false`, so that each name is a key as it is.
   */
  readonly nested?: boolean | undefined
}

/**
 * Reads a sent form, and checks it by a Standard Schema, such as one of zod, valibot or arktype.
 *
 * The schema gets strings, unchanged files, and a list for a name that was sent several times, or once if the schema
 * accepts nothing but a list, as for one ticked box of several. A file input that was left empty is an empty string.
 * The field of the CSRF token is left out: the field that `@app/csrf` names, without this package `csrf`. Browsers send
 * line breaks as CRLF; the schema gets them as `\n`, as scripts in the page see them. Each issue becomes a message of
 * the field that its path names.
 *
 * With `nested`, rows are numbered without gaps, in the order of their numbers, and the returned form has the new names,
 * in the spelling `items[0].title`.
 *
 * Rejects with the errors of `request.formData()` for a body that is not a form or too large, and with an `HttpError`
 * of 400 for a field with a name such as `__proto__`; with `nested`, also for more than 1,000 fields, for more than 10
 * keys in a name, and for a field that is the beginning of another one. Source: the HTML standard, "constructing the entry list".
 *
 * @example
 * app.post('/write', async (request) => {
 *   const sent = await readForm(request, z.object({ title: z.string().min(1) }))
 *   return sent.isValid ? json(sent.value.title) : render(request, 'write', { form: sent.form })
 * })
 */
export async function readForm<S extends StandardSchemaV1>(
  request: ServerRequest,
  schema: S,
  options: ReadFormOptions = {},
): Promise<SentForm<StandardSchemaV1.InferOutput<S>>> {
  refuseUnknown('readForm()', options, ['sensitive', 'fields', 'nested'])
  const given = Object.entries(options.fields ?? (await sentFields(request)))
  const sent = new Map<string, Field>(given.map(([name, value]) => [name, withLineFeeds(value)]))
  sent.delete(request.attribute(TOKENS)?.field ?? 'csrf')
  const nested = options.nested === true ? new NestedFields(sent) : undefined
  const fields = nested?.fields ?? sent
  const result = await validateFields(validatorOf(request, schema, nested), Object.fromEntries(fields))
  const facts = { names: [...fields.keys()], schema }
  const typed = shownAgain(fields, sensitiveNames(options.sensitive, nested !== undefined))
  if (result.issues === undefined) return { isValid: true, value: result.value, form: new Form(typed, {}, [], facts) }
  const { messages, general } = messagesOf(result.issues, fields)
  return { isValid: false, form: new Form(typed, messages, general, facts) }
}

/**
 * Returns the function that validates fields by their names. If the names are paths, the schema gets objects and lists,
 * and the path of an issue becomes the name of a field and what is inside of the field.
 */
function validatorOf<S extends StandardSchemaV1>(
  request: ServerRequest,
  schema: S,
  nested: NestedFields | undefined,
): (fields: Readonly<Record<string, unknown>>) => Promise<StandardSchemaV1.Result<StandardSchemaV1.InferOutput<S>>> {
  return async (fields) => {
    const result = await request.attribute(SCHEMA_VALIDATOR)(schema, nested?.nest(fields) ?? fields)
    if (nested === undefined || result.issues === undefined) return result as never
    const issues = result.issues.map((issue) => ({ ...issue, path: nested.pathOf(keysOf(issue)) }))
    return { issues: issues.map(({ message, path }) => ({ message, path })) }
  }
}

function keysOf({ path = [] }: StandardSchemaV1.Issue): FieldPath {
  return path
    .map((part) => (typeof part === 'object' ? part.key : part))
    .map((key) => (typeof key === 'symbol' ? String(key) : key))
}

async function sentFields(request: ServerRequest): Promise<FormFields<string | File>> {
  const data = (await request.formData()) as unknown as Iterable<[string, string | File]>
  return collectFields(Array.from(data, ([name, value]) => [name, isEmptyFile(value) ? '' : value] as const))
}

function withLineFeeds(value: Field): Field {
  if (typeof value === 'string') return value.replaceAll(LINE_BREAK, '\n')
  return Array.isArray(value) ? value.map((item) => withLineFeeds(item) as string | File) : value
}

const LINE_BREAK = /\r\n?/g

/**
 * True if a value is the empty file without a name that some runtimes return for an empty file input. Other runtimes
 * return an empty string, which is left as it is.
 */
function isEmptyFile(value: string | File): boolean {
  return typeof value !== 'string' && value.name === '' && value.size === 0
}

/** Picks the sent values that a page may show again: all strings except those of sensitive fields, and no files. */
function shownAgain(fields: ReadonlyMap<string, Field>, isSensitive: (name: string) => boolean): Form['values'] {
  const shown: [string, string | string[]][] = []
  for (const [name, value] of fields) {
    if (SECRET.test(name) || isSensitive(name)) continue
    const texts = [value].flat().filter((item) => typeof item === 'string')
    const [only, ...others] = texts
    if (only !== undefined) shown.push([name, others.length === 0 ? only : texts])
  }
  return Object.fromEntries(shown)
}

/**
 * Returns the function that recognizes the further sensitive fields. If names are paths, a listed name is also that key
 * anywhere in a path, and everything inside of it.
 */
function sensitiveNames(listed: readonly string[] = [], nested: boolean): (name: string) => boolean {
  const names = new Set(listed)
  if (!nested) return (name) => names.has(name)
  const patterns = listed.map(patternOf)
  return (name) => {
    const { path } = parseFieldName(name)
    const pattern = patternOf(name)
    return path.some((key) => names.has(String(key))) || patterns.some((start) => isWithin(pattern, start))
  }
}

/** Returns a name with the same spelling for all rows: `items[].title`. */
function patternOf(name: string): string {
  return canonicalName(name.replaceAll('[]', '[0]')).replaceAll(/\[\d+\]/g, '[]')
}

function isWithin(name: string, start: string): boolean {
  return name === start || (name.startsWith(start) && /^[.[]/.test(name.slice(start.length)))
}

const SECRET = /passw|passphrase|pwd|secret|token|credential|otp|cvc|cvv|(?:^|[^a-z])pin$|card.?number|security.?code/i

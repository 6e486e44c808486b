import { collectFields, type FormFields, SCHEMA_VALIDATOR, validateFields } from '@app/body-parser'
import type { ServerRequest } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { TOKENS } from '../page/csrf-field.ts'
import { Form } from './form.ts'
import { messagesOf } from './issues.ts'

/**
 * The result of reading a sent form: the value that the schema has accepted, or, if it accepted none, a form with
 * messages. In both cases `form` has the sent values, without files and sensitive fields.
 */
export type SentForm<T> =
  | { readonly isValid: true; readonly value: T; readonly form: Form }
  | { readonly isValid: false; readonly form: Form }

/** Options of `readForm`. */
export interface ReadFormOptions {
  /** Further fields that are never shown again, besides fields whose names sound like a password, a token or a code. */
  readonly sensitive?: readonly string[] | undefined
  /**
   * The fields of the form, if middleware such as `@app/uploads` has read them already. Default: those of
   * `request.formData()`.
   */
  readonly fields?: FormFields<string | File> | undefined
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
 * Rejects with the errors of `request.formData()` for a body that is not a form or too large, and with an `HttpError`
 * of 400 for a field with a name such as `__proto__`. Source: the HTML standard, "constructing the entry list".
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
  refuseUnknown('readForm()', options, ['sensitive', 'fields'])
  const given = Object.entries(options.fields ?? (await sentFields(request)))
  const fields = new Map<string, Field>(given.map(([name, value]) => [name, withLineFeeds(value)]))
  fields.delete(request.attribute(TOKENS)?.field ?? 'csrf')
  const validate = (given: object) => request.attribute(SCHEMA_VALIDATOR)(schema, given)
  const result = await validateFields(validate, Object.fromEntries(fields))
  const typed = shownAgain(fields, new Set(options.sensitive))
  if (result.issues === undefined) return { isValid: true, value: result.value, form: new Form(typed) }
  const { messages, general } = messagesOf(result.issues, fields)
  return { isValid: false, form: new Form(typed, messages, general) }
}

type Field = string | File | readonly (string | File)[]

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
function shownAgain(fields: ReadonlyMap<string, Field>, sensitive: ReadonlySet<string>): Form['values'] {
  const shown: [string, string | string[]][] = []
  for (const [name, value] of fields) {
    if (SECRET.test(name) || sensitive.has(name)) continue
    const texts = [value].flat().filter((item) => typeof item === 'string')
    const [only, ...others] = texts
    if (only !== undefined) shown.push([name, others.length === 0 ? only : texts])
  }
  return Object.fromEntries(shown)
}

const SECRET = /passw|passphrase|pwd|secret|token|credential|otp|cvc|cvv|(?:^|[^a-z])pin$|card.?number|security.?code/i

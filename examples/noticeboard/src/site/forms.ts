import type { ServerRequest } from '@app/core'
import { type Markup, markup } from '@app/view'
import type * as z from 'zod'

/** What somebody wrote into a form, and what is wrong with it, by field. */
export interface Form<T = unknown> {
  readonly values: Readonly<Record<string, string>>
  readonly problems: Readonly<Record<string, string>>
  /** The checked values, where nothing is wrong. */
  readonly data?: T
}

export const EMPTY: Form = { values: {}, problems: {} }

/** Reads a form without files, and checks it. */
export async function readForm<T>(request: ServerRequest, schema: z.ZodType<T>): Promise<Form<T>> {
  return checkForm(Object.fromEntries(await request.formData()), schema)
}

/** Checks what a form has; of a field that is there twice, and of a file, nothing is taken. */
export function checkForm<T>(fields: Readonly<Record<string, unknown>>, schema: z.ZodType<T>): Form<T> {
  const texts = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string')
  const values = Object.fromEntries(texts)
  const { success, data, error } = schema.safeParse(values)
  if (success) return { values, problems: {}, data }
  const problems = error.issues.toReversed().map(({ path, message }) => [String(path[0]), message])
  return { values, problems: Object.fromEntries(problems) }
}

/** The form with one more problem, which only the product could find. */
export function withProblem<T>({ values, problems }: Form<T>, field: string, message: string): Form {
  return { values, problems: { ...problems, [field]: message } }
}

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'textarea'
  readonly autocomplete?: string
}

/** A field with its label, what was written before, and what is wrong with it; a password is never shown again. */
export function field(form: Form, { name, label, type = 'text', autocomplete = 'off' }: Field): Markup {
  const problem = form.problems[name]
  const value = type === 'password' ? '' : form.values[name]
  const isInvalid = problem === undefined ? undefined : true
  const said = problem === undefined ? undefined : `${name}-problem`
  const input =
    type === 'textarea'
      ? markup`<textarea id="${name}" name="${name}" rows="6" aria-invalid="${isInvalid}" aria-describedby="${said}">
${value}</textarea>`
      : markup`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
        aria-invalid="${isInvalid}" aria-describedby="${said}">`
  const message = problem !== undefined && markup`<span class="problem" id="${said}">${problem}</span>`
  return markup`<p><label for="${name}">${label}</label>${input}${message}</p>`
}

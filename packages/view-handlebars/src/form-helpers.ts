import { type FieldOptions, type Form, field, formProblems } from '@app/view'
import Handlebars from 'handlebars'

/**
 * The helpers for forms: `{{field form "title" label="Title"}}`, `{{#each (rows form "items")}}` and `{{formProblems
 * form}}`.
 */
export const FORM_HELPERS: Readonly<Record<string, Handlebars.HelperDelegate>> = {
  field: orValue('field', (form: Form, name: string, { hash }: Handlebars.HelperOptions) =>
    field(form, { ...(hash as Omit<FieldOptions, 'name'>), name }),
  ),
  formProblems: orValue('formProblems', (form: Form) => formProblems(form)),
  rows: orValue('rows', (form: Form, list: string, { hash }: Handlebars.HelperOptions) => form.rows(list, hash.least)),
}

/**
 * Makes a helper that is only called with arguments. A template that shows data of the same name, as in `{{rows}}`,
 * which Handlebars takes for a call, gets these data.
 */
function orValue(name: string, helper: (...args: never[]) => unknown): Handlebars.HelperDelegate {
  return function helped(this: unknown, ...args: unknown[]): unknown {
    if (args.length > 1) return (helper as (...args: unknown[]) => unknown)(...args)
    const options = args[0] as Handlebars.HelperOptions
    const data = this as Readonly<Record<string, unknown>> | null | undefined
    const value = typeof data === 'object' && data !== null && Object.hasOwn(data, name) ? data[name] : undefined
    if (typeof options.fn !== 'function') return value
    return Handlebars.helpers.blockHelperMissing?.call(this, value, options)
  }
}

import type { ServerRequest } from '@app/core'
import { type FieldOptions, type Form, field, type Markup, markup } from '@app/view'
import { page } from '../pages/page.ts'

export interface FormPage {
  readonly title: string
  readonly form: Form
  readonly fields: readonly FieldOptions[]
  /** What stands below the form. Default: nothing. */
  readonly below?: Markup
}

/** Makes a page with a form, which is sent to the page's own address, and shows what was typed, except passwords. */
export function formPage(request: ServerRequest, { title, form, fields, below }: FormPage): Response {
  return page(request, {
    title,
    status: Object.keys(form.messages).length > 0 ? 422 : 200,
    main: markup`
      <h1>${title}</h1>
      <form method="post">
        ${fields.map((options) => field(form, options))}
        <p><button>${title}</button></p>
      </form>
      ${below}`,
  })
}

export const EMAIL = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  required: true,
} as const

export const PASSWORD = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
} as const

/** The field of a new password, for which browsers suggest one. */
export const NEW_PASSWORD = { ...PASSWORD, autocomplete: 'new-password' } as const

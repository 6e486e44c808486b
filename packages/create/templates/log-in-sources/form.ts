import type { ServerRequest } from '@app/core'
import { type Markup, markup } from '@app/view'
import { page } from '../pages/page.ts'
import { type Email, emailFrom } from './email.ts'

/** The texts of a form, and the message about a mistake in the sent values. */
export interface Form {
  readonly title: string
  /** True if the form sets a new password, for which browsers suggest one. */
  readonly isNew: boolean
  readonly email?: string
  readonly problem?: string
}

/**
 * Makes a page with a form for an address and a password, which shows the sent address again. The form is sent to the
 * page's own path.
 */
export function formPage(request: ServerRequest, { title, isNew, email = '', problem }: Form): Response {
  const isInvalid = problem !== undefined
  const description = isInvalid ? 'problem' : null
  return page(request, {
    title,
    status: isInvalid ? 422 : 200,
    main: markup`
      <h1>${title}</h1>
      <form method="post">
        ${problem && markup`<p class="problem" id="problem" role="alert">${problem}</p>`}
        <p>
          <label for="email">E-mail</label>
          <input id="email" name="email" type="email" value="${email}" autocomplete="username" required
            aria-invalid="${isInvalid}" aria-describedby="${description}">
        </p>
        <p>
          <label for="password">Password</label>
          <input id="password" name="password" type="password" required
            autocomplete="${isNew ? 'new-password' : 'current-password'}"
            aria-invalid="${isInvalid}" aria-describedby="${description}">
        </p>
        <p><button>${title}</button></p>
      </form>
      ${other(isNew)}`,
  })
}

function other(isNew: boolean): Markup {
  return isNew
    ? markup`<p>You have an account? <a href="/log-in">Log in</a></p>`
    : markup`<p>No account yet? <a href="/sign-up">Sign up</a></p>`
}

/** Reads the fields of the form. */
export async function readForm(request: ServerRequest): Promise<{ readonly email: Email; readonly password: string }> {
  const fields = await request.formData()
  return { email: emailFrom(textOf(fields.get('email'))), password: textOf(fields.get('password')) }
}

/** Returns the address in a form, by which the guesses for an account are counted. */
export async function accountOf(request: ServerRequest): Promise<Email> {
  return (await readForm(request)).email
}

function textOf(field: unknown): string {
  return typeof field === 'string' ? field : ''
}

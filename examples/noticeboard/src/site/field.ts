import { type Form, form, type Markup, markup } from '@app/view'

/** A form that nobody has sent yet. */
export const EMPTY: Form = form()

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'textarea'
  readonly autocomplete?: string
}

/** Makes a field of a form with its label, the value that was sent before, and the message about a mistake in it. */
export function field(form: Form, { name, label, type = 'text', autocomplete = 'off' }: Field): Markup {
  const [problem] = form.messages[name] ?? []
  const value = form.value(name)
  const isWrong = problem !== undefined
  const said = isWrong && `${name}-problem`
  // If several fields are wrong, the first one has the focus.
  const isFirst = Object.keys(form.messages)[0] === name
  const input =
    type === 'textarea'
      ? markup`<textarea id="${name}" name="${name}" rows="6" autofocus="${isFirst}"
        aria-invalid="${isWrong}" aria-describedby="${said}">
${value}</textarea>`
      : markup`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
        autofocus="${isFirst}" aria-invalid="${isWrong}" aria-describedby="${said}">`
  const message = isWrong && markup`<span class="problem" id="${said}">${problem}</span>`
  return markup`<p><label for="${name}">${label}</label>${input}${message}</p>`
}

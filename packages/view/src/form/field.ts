import { nearest, refuseUnknown, UsageError } from '@app/core/extending'
import { type Markup, markup } from '../markup/markup.ts'
import type { Constraints } from './constraints.ts'
import { element } from './element.ts'
import {
  FIELD_OPTIONS,
  FIELD_TYPES,
  type FieldChoices,
  type FieldLayout,
  type FieldOptions,
  type FieldType,
  type HiddenFieldOptions,
} from './field-options.ts'
import type { Form } from './form.ts'

/**
 * Renders a field of a form: its label, the input with the typed value, a hint, and the messages about it, which
 * `aria-describedby` connects with the input.
 *
 * The first wrong field of a form has the focus. Values of passwords and files are never written. Choices in a group
 * stand in a `<fieldset>`. What the schema of the form demands is written as `required`, `maxlength` and so on, where
 * the schema can tell it and no option says otherwise. Throws a `UsageError` (`APP_FIELD`) for an unknown type and for
 * a missing form, name, label or choices, and an `OptionError` for an unknown option.
 *
 * @example
 * const { form } = await readForm(request, Note)
 * markup`<form method="post">${field(form, { name: 'title', label: 'Title' })}<button>Save</button></form>`
 */
export function field(form: Form, given: FieldOptions | HiddenFieldOptions): Markup {
  refuseUnknown('field()', given, FIELD_OPTIONS)
  const options = given as FieldOptions
  const { name, label, type = 'text', hint, layout = standing } = options
  if (typeof form?.problems !== 'function') throw refused('the form is missing. Write field(form, { name, label })')
  if (typeof name !== 'string' || name === '') throw refused('"name" is missing. Write field(form, { name, label })')
  if (!FIELD_TYPES.includes(type)) throw unknownType(name, type)
  const known = form.constraints(name)
  if (type === 'hidden') return element('input', { type, name, value: form.value(name) })
  if (label === undefined || label === '') throw refused(`the field "${name}" has no label. Write { label: '…' }`)
  const problems = form.problems(name)
  const id = options.id ?? idOf(name)
  const isWrong = problems.length > 0
  const said: Said = {
    id,
    isWrong,
    by: [hint && `${id}-hint`, isWrong && `${id}-problem`].filter(Boolean).join(' ') || undefined,
    isFirst: isWrong && Object.values(form.messages)[0] === problems,
  }
  const merged = { ...options, ...unset(options, known) }
  const isGroup = type === 'radio' || (type === 'checkbox' && options.options !== undefined)
  const isAround = isGroup || type === 'checkbox'
  return layout({
    label: isAround ? undefined : markup`<label for="${id}">${label}</label>`,
    input: isGroup ? group(form, merged, said) : single(form, merged, said, type),
    hint: hint ? markup`<span class="hint" id="${id}-hint">${hint}</span>` : undefined,
    problem: isWrong ? markup`<span class="problem" id="${id}-problem">${lines(problems)}</span>` : undefined,
    isWrong,
    type,
  })
}

/**
 * Renders all messages of a form as a list, with a link to each wrong field; nothing for a form without messages. A
 * message about a list leads to the element with the id of the list, such as `<fieldset id="items">`.
 *
 * @example
 * const { form } = await readForm(request, Note)
 * markup`<form method="post">${formProblems(form)}${field(form, { name: 'title', label: 'Title' })}</form>`
 */
export function formProblems(form: Form): Markup | undefined {
  const named = Object.entries(form.messages).flatMap(([name, messages]) =>
    messages.map((message) => markup`<li><a href="#${idOf(name)}">${message}</a></li>`),
  )
  const all = [...form.general.map((message) => markup`<li>${message}</li>`), ...named]
  return all.length === 0 ? undefined : markup`<div class="problems" role="alert"><ul>${all}</ul></div>`
}

/** How an input is connected with its hint and its messages. */
interface Said {
  readonly id: string
  readonly isWrong: boolean
  readonly by: string | undefined
  readonly isFirst: boolean
}

const standing: FieldLayout = ({ label, input, hint, problem }) =>
  markup`<div class="field">${label}${input}${hint}${problem}</div>`

function single(form: Form, options: FieldOptions, said: Said, type: FieldType): Markup {
  const { name, label, autocomplete, placeholder, multiple, disabled, readonly } = options
  const start = { id: said.id, name }
  const { minlength, maxlength } = TEXTS.has(type) ? options : {}
  const { min, max, step } = RANGES.has(type) ? options : {}
  const end = {
    required: options.required,
    disabled,
    autofocus: said.isFirst,
    'aria-invalid': said.isWrong ? 'true' : undefined,
    'aria-describedby': said.by,
  }
  if (type === 'checkbox') {
    const { value = 'on' } = options
    // A stored value may be the word true.
    const checked = form.has(name, value) || form.has(name, 'true')
    const box = element('input', { type, ...start, value, checked, ...end })
    return element('label', {}, [box, ' ', label])
  }
  if (type === 'select') {
    const choices = choicesOf(options).map(([value, text]) =>
      element('option', { value, selected: form.has(name, value) }, text),
    )
    return element('select', { ...start, autocomplete, multiple, ...end }, choices)
  }
  if (type === 'textarea') {
    const texts = { rows: options.rows, placeholder, autocomplete, minlength, maxlength, readonly }
    // A browser drops the first line break of a text area, so that one stands before the value.
    return element('textarea', { ...start, ...texts, ...end }, ['\n', form.value(name)])
  }
  if (type === 'file') return element('input', { type, ...start, accept: options.accept, multiple, ...end })
  const value = type === 'password' ? undefined : form.value(name)
  const { inputmode, pattern } = options
  const checks = { pattern, minlength, maxlength, min, max, step, multiple, readonly }
  return element('input', { type, ...start, value, placeholder, autocomplete, inputmode, ...checks, ...end })
}

/** Renders choices in a group. `required` is only for a choice of one, since it would demand to tick every box. */
function group(form: Form, options: FieldOptions, { id, isWrong, by, isFirst }: Said): Markup {
  const { name, label, disabled, type = 'radio' } = options
  const isRadio = type === 'radio'
  // The roles radio and group have no state for a wrong value: a group of radios has it, and each checkbox has it.
  const wrong = isWrong ? 'true' : undefined
  const own = isRadio ? { required: options.required } : { 'aria-invalid': wrong }
  const boxes = choicesOf(options).map(([value, text], index) => {
    const checked = form.has(name, value)
    const box = element('input', { type, name, value, checked, autofocus: isFirst && index === 0, ...own })
    return element('label', {}, [box, ' ', text])
  })
  const state = isRadio ? { role: 'radiogroup', 'aria-invalid': wrong } : {}
  return element('fieldset', { id, disabled, ...state, 'aria-describedby': by }, [element('legend', {}, label), boxes])
}

function choicesOf({ name, type, options }: FieldOptions): readonly (readonly [string, string])[] {
  if (typeof options !== 'object' || options === null) {
    throw refused(`the field "${name}" of the type "${type}" has no choices. Write { options: ['red', 'green'] }`)
  }
  if (!(Symbol.iterator in options)) return Object.entries(options as Readonly<Record<string, string>>)
  return Array.from(options as Extract<FieldChoices, Iterable<unknown>>, (choice) =>
    typeof choice === 'string' ? ([choice, choice] as const) : choice,
  )
}

/** The known demands of a schema for which no option is given. */
function unset(options: FieldOptions, known: Constraints): Constraints {
  return Object.fromEntries(Object.entries(known).filter(([key]) => options[key as keyof Constraints] === undefined))
}

/** Returns the id of a field, without characters that have a meaning in selectors. */
function idOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replace(/-$/, '')
}

function lines(messages: readonly string[]): readonly (string | Markup)[] {
  return messages.flatMap((message, index) => (index === 0 ? [message] : [markup`<br>`, message]))
}

function unknownType(name: string, type: unknown): UsageError {
  const near = nearest(String(type), FIELD_TYPES)
  const hint = near === undefined ? `There are ${FIELD_TYPES.join(', ')}` : `Did you mean "${near}"?`
  return refused(`the field "${name}" has the unknown type ${JSON.stringify(type)}. ${hint}`)
}

function refused(problem: string): UsageError {
  return new UsageError('APP_FIELD', `field(): ${problem}`)
}

const TEXTS: ReadonlySet<FieldType> = new Set(['text', 'email', 'password', 'search', 'tel', 'url', 'textarea'])
const RANGES: ReadonlySet<FieldType> = new Set(['number', 'date', 'range', 'time', 'datetime-local', 'month', 'week'])

import type { Page } from './page.ts'
import { around, attributeOf, type Element, elementsIn, has, textOf } from './tree.ts'
import { suggestion, VisitorError } from './visitor-error.ts'

/**
 * What a visitor enters into a field: a text or number, a file, `true` and `false` for a checkbox, or a list for files,
 * for a list with several options, and for checkboxes of one name.
 */
export type Entry = string | number | boolean | File | readonly (string | number | File)[]

/** What a visitor enters into a form, by the names of its fields. */
export type Entries = Readonly<Record<string, Entry>>

/** The request that a form makes. */
export interface Submission {
  readonly url: string
  readonly method: string
  readonly body: URLSearchParams | FormData | undefined
}

type Pair = readonly [name: string, value: string | File]

/**
 * Returns a form of the page: that with this `#id`, this action (`/log-in`) or this name; without any of them, the only
 * form.
 */
export function formIn(page: Page, which: string | undefined): Element {
  const forms = page.elements.filter(({ tagName }) => tagName === 'form')
  const namesOf = (form: Element) => {
    const [id, name, action] = ['id', 'name', 'action'].map((key) => attributeOf(form, key))
    const url = page.resolve(action ?? '')
    return [id && `#${id}`, name, action, url && new URL(url).pathname].filter(
      (each) => each !== undefined && each !== '',
    )
  }
  const found = which === undefined ? forms : forms.filter((form) => namesOf(form).includes(which))
  const [form] = found
  if (form && found.length === 1) return form
  const known = forms.flatMap((each) => namesOf(each).slice(0, 1)) as readonly string[]
  const wanted = which === undefined ? 'one form' : `one form ${JSON.stringify(which)}`
  throw new VisitorError(
    `Expected ${wanted} on ${page.path} (${page.status}), which has ${found.length}. ${suggestion(which ?? '', known)}`,
  )
}

/**
 * Returns the request that the form makes if a visitor enters values and presses a button; without one, the first button
 * of the form, as a browser does for the enter key. Source: HTML, section "Constructing the form data set".
 */
export function submissionOf(page: Page, form: Element, entries: Entries, pressed?: string): Submission {
  const controls = page.elements.filter((element) => ownerOf(page, element) === form && CONTROLS.has(element.tagName))
  const button =
    pressed === undefined ? controls.find((one) => isSubmit(one) && !isDisabled(one)) : pressedIn(controls, pressed)
  const own = (name: string) => (button && attributeOf(button, `form${name}`)) ?? attributeOf(form, name)
  const url = page.resolve(own('action') || page.url)
  if (url === undefined) throw new VisitorError(`The action of the form is not a URL: ${own('action')}`)
  const pairs = pairsOf(controls, entries, button)
  const method = (own('method') ?? 'get').toUpperCase()
  if (method === 'DIALOG') {
    throw new VisitorError('The form has method="dialog": a browser closes its dialog, and makes no request.')
  }
  if (method !== 'POST') {
    const target = new URL(url)
    target.search = new URLSearchParams(pairs.map(asText)).toString()
    return { url: target.href, method: 'GET', body: undefined }
  }
  if (own('enctype')?.toLowerCase() !== 'multipart/form-data') {
    return { url, method, body: new URLSearchParams(pairs.map(asText)) }
  }
  const body = new FormData()
  for (const [name, value] of pairs) body.append(name, value)
  return { url, method, body }
}

/** Returns the form of a control: that which its attribute `form` names, or the one around it. */
function ownerOf(page: Page, control: Element): Element | undefined {
  const id = attributeOf(control, 'form')
  if (id === undefined) return [...around(control)].find(({ tagName }) => tagName === 'form')
  return page.elements.find((element) => element.tagName === 'form' && attributeOf(element, 'id') === id)
}

function pressedIn(controls: readonly Element[], pressed: string): Element {
  const buttons = controls.filter(isSubmit)
  const found = buttons.find((button) => labelOf(button) === pressed) ?? buttons.find((one) => valueIn(one) === pressed)
  if (found === undefined) {
    throw new VisitorError(
      `The form has no button ${JSON.stringify(pressed)}. ${suggestion(pressed, buttons.map(labelOf))}`,
    )
  }
  if (isDisabled(found)) throw new VisitorError(`The button ${JSON.stringify(pressed)} is disabled.`)
  return found
}

/** Returns the text on a button. */
export function labelOf(button: Element): string {
  if (button.tagName === 'button') return textOf(button)
  return attributeOf(button, 'value') ?? 'Submit'
}

export function isSubmit(control: Element): boolean {
  const type = typeOf(control)
  return control.tagName === 'button' ? type === 'submit' : control.tagName === 'input' && type === 'submit'
}

/** Returns the names and values that are sent. */
function pairsOf(controls: readonly Element[], entries: Entries, button: Element | undefined): readonly Pair[] {
  const fields = controls.filter((control) => attributeOf(control, 'name') && !isButton(control))
  const names = [...new Set(fields.map(nameOf))]
  for (const name of Object.keys(entries)) {
    if (!names.includes(name)) {
      throw new VisitorError(`The form has no field ${JSON.stringify(name)}. ${suggestion(name, names)}`)
    }
    const own = fields.filter((field) => nameOf(field) === name)
    if (own.every(isDisabled)) throw new VisitorError(`The field ${JSON.stringify(name)} is disabled.`)
    refuseUnfit(
      name,
      entries[name] as Entry,
      own.filter((field) => !isDisabled(field)),
    )
  }
  const texts = new Map<string, number>()
  return controls.flatMap((control): readonly Pair[] => {
    const name = attributeOf(control, 'name')
    if (!name || isDisabled(control)) return []
    if (isButton(control)) return control === button ? [[name, valueIn(control)]] : []
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    const index = texts.get(name) ?? 0
    texts.set(name, index + 1)
    return valuesOf(control, entry, index).map((value) => [
      name,
      typeof value === 'string' ? withLineEnds(value) : value,
    ])
  })
}

/** Returns the values of a field, if a visitor enters `entry`; `index` counts the fields of this name before it. */
function valuesOf(control: Element, entry: Entry | undefined, index: number): readonly (string | File)[] {
  const type = typeOf(control)
  if (type === 'checkbox' || type === 'radio') {
    const value = attributeOf(control, 'value') ?? 'on'
    if (entry === undefined) return has(control, 'checked') ? [value] : []
    return (typeof entry === 'boolean' ? entry : listOf(entry).includes(value)) ? [value] : []
  }
  if (control.tagName === 'select') return entry === undefined ? chosenIn(control) : (listOf(entry) as string[])
  if (type === 'file') {
    const files = listOf(entry ?? []).filter((value) => value instanceof File)
    // A browser sends an empty file if none is chosen.
    return files.length > 0 ? files : [new File([], '', { type: 'application/octet-stream' })]
  }
  if (entry === undefined) return [type === 'hidden' && isCharset(control) ? 'UTF-8' : valueIn(control)]
  // Fields with one name get the values of a list in order.
  const list = listOf(entry)
  const value = Array.isArray(entry) ? list[index] : list[0]
  return value === undefined ? [] : [value]
}

/** Throws an error for an entry that a visitor could not make in a browser. */
function refuseUnfit(name: string, entry: Entry, fields: readonly Element[]): void {
  const types = new Set(fields.map(typeOf))
  const isTicked = types.has('checkbox')
  if (typeof entry === 'boolean' && !isTicked) {
    throw new VisitorError(`The field ${JSON.stringify(name)} is not a checkbox: enter a text, got ${entry}.`)
  }
  const hasFile = listOf(entry).some((value) => value instanceof File)
  if (hasFile !== types.has('file') && (hasFile || listOf(entry).length > 0)) {
    const wanted = hasFile ? 'takes no file' : 'takes a file: new File([content], name)'
    throw new VisitorError(`The field ${JSON.stringify(name)} ${wanted}.`)
  }
  const options = optionsOf(fields)
  if (options === undefined || typeof entry === 'boolean') return
  for (const value of listOf(entry)) {
    if (options.includes(value as string)) continue
    const shown = JSON.stringify(value)
    throw new VisitorError(
      `The field ${JSON.stringify(name)} has no option ${shown}. ${suggestion(String(value), options)}`,
    )
  }
}

/** Returns the values among which a visitor chooses; `undefined` for a field of another kind. */
function optionsOf(fields: readonly Element[]): readonly string[] | undefined {
  const choices = fields.flatMap((field) => {
    if (field.tagName === 'select')
      return optionElements(field)
        .filter((option) => !isDisabledOption(option))
        .map(valueIn)
    return ['checkbox', 'radio'].includes(typeOf(field)) ? [attributeOf(field, 'value') ?? 'on'] : []
  })
  const isChoice = fields.every((field) => field.tagName === 'select' || ['checkbox', 'radio'].includes(typeOf(field)))
  return isChoice ? choices : undefined
}

/** Returns the values of the options that a browser sends: a disabled one is not sent, though it may be the selected one. */
function chosenIn(select: Element): readonly string[] {
  const options = optionElements(select)
  const selected = options.filter((option) => has(option, 'selected'))
  const isMultiple = has(select, 'multiple')
  // Of a list of one line, the first option is selected unless the page selects another.
  const isLine = !isMultiple && !(Number(attributeOf(select, 'size')) > 1)
  const first = isLine && selected.length === 0 ? options.filter((option) => !isDisabledOption(option)).slice(0, 1) : []
  const chosen = isMultiple ? selected : [...first, ...selected.slice(-1)]
  return chosen.filter((option) => !isDisabledOption(option)).map(valueIn)
}

function isDisabledOption(option: Element): boolean {
  const [outer] = around(option)
  return has(option, 'disabled') || (outer?.tagName === 'optgroup' && has(outer, 'disabled'))
}

/** True for the hidden field in which a browser says how it has encoded the form. */
function isCharset(control: Element): boolean {
  return nameOf(control).toLowerCase() === '_charset_'
}

function optionElements(select: Element): readonly Element[] {
  return [...elementsIn(select)].filter(({ tagName }) => tagName === 'option')
}

function listOf(entry: Entry): readonly (string | File)[] {
  const list = Array.isArray(entry) ? (entry as readonly (string | number | File)[]) : [entry as string]
  return list
    .filter((value) => typeof value !== 'boolean')
    .map((value) => (value instanceof File ? value : String(value)))
}

function valueIn(control: Element): string {
  if (control.tagName === 'textarea')
    return control.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  return attributeOf(control, 'value') ?? (control.tagName === 'option' ? textOf(control) : '')
}

function nameOf(control: Element): string {
  return attributeOf(control, 'name') ?? ''
}

function typeOf(control: Element): string {
  const type = attributeOf(control, 'type')?.toLowerCase()
  if (control.tagName === 'button') return type === 'reset' || type === 'button' ? type : 'submit'
  return control.tagName === 'input' ? (type ?? 'text') : control.tagName
}

function isButton(control: Element): boolean {
  return control.tagName === 'button' || ['submit', 'reset', 'button', 'image'].includes(typeOf(control))
}

/** True if the control or a fieldset around it is disabled; the legend of a fieldset is not. */
function isDisabled(control: Element): boolean {
  if (has(control, 'disabled')) return true
  let inside = control
  for (const outer of around(control)) {
    if (outer.tagName === 'datalist') return true
    const isLegend =
      inside.tagName === 'legend' && outer.childNodes.find((node) => node.nodeName === 'legend') === inside
    if (outer.tagName === 'fieldset' && has(outer, 'disabled') && !isLegend) return true
    inside = outer
  }
  return false
}

function asText([name, value]: Pair): [string, string] {
  return [name, typeof value === 'string' ? value : value.name]
}

function withLineEnds(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}

const CONTROLS = new Set(['button', 'input', 'select', 'textarea'])

import type { Shape } from './shape.ts'

/** The content of an element: other elements and strings; nothing is added for `false`, `null` and `undefined`. */
export type Child = Node | string | number | false | null | undefined | readonly Child[]

type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>

/** Makes an element. Strings become text nodes, never HTML, and an attribute that is a function is a listener. */
export function el(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  return fill(document.createElement(tag), attributes, children)
}

/** Turns the description of a picture into SVG elements. */
export function draw({ tag, attributes, inside }: Shape): SVGElement {
  const children = inside.map((part) => (typeof part === 'string' ? part : draw(part)))
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
}

/** Replaces the content of an element. */
export function show(element: Element, ...children: Child[]): void {
  element.replaceChildren(...nodes(children))
}

/**
 * Makes a link that opens a file in the editor, or only the text if no file is known. The server has made the link's
 * address.
 */
export function fileLink(link: string | undefined, ...children: Child[]): HTMLElement {
  return link === undefined ? el('span', {}, ...children) : el('a', { href: link, class: 'file' }, ...children)
}

/** Makes a list of names with their values. */
export function pairs(list: readonly (readonly [string, Child])[]): HTMLElement {
  return el('dl', {}, ...list.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))
}

/** Makes a part of the page with a heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return el('section', { 'aria-label': title }, el('h2', {}, title), ...children)
}

/** Makes a table with a heading for each column; screen readers read `name` aloud. */
export function table(name: string, columns: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = el('tr', {}, ...columns.map((column) => el('th', { scope: 'col' }, column)))
  return el(
    'div',
    { class: 'scrolls' },
    el('table', { 'aria-label': name }, el('thead', {}, head), el('tbody', {}, ...rows)),
  )
}

/** Makes the text that stands in place of missing content, such as "No request yet". */
export function nothing(...children: Child[]): HTMLElement {
  return el('p', { class: 'none' }, ...children)
}

/** Formats milliseconds for people. */
export function time(ms: number | undefined): string {
  if (ms === undefined) return '…'
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(2)} s` : `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...nodes(children))
  return element
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === false || child === null || child === undefined) return []
    if (Array.isArray(child)) return nodes(child)
    return [typeof child === 'number' ? String(child) : (child as Node | string)]
  })
}

/** Makes the element that shows a status as a number with a colour. */
export function statusMark(status: number | undefined, isAborted?: boolean): HTMLElement {
  const kind = status === undefined ? 'none' : `s${Math.floor(status / 100)}`
  return el('span', { class: `status ${kind}` }, status ?? '…', isAborted && ' aborted')
}

import { escapeHtml } from '@app/core/extending'
import { type Markup, type MarkupValue, markup, raw } from '../markup/markup.ts'

/** Attributes by name; `undefined` and `false` leave one out, and `true` writes the name alone. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Makes an element of a form, with escaped attributes. The names are those of this package, and none of them takes a
 * URL, a style or a program. Without content, the element has no end tag.
 */
export function element(tag: string, attributes: Attributes, content?: MarkupValue): Markup {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false) return ''
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
  })
  const opening = raw(`<${tag}${written.join('')}>`)
  return content === undefined ? opening : markup`${opening}${content}${raw(`</${tag}>`)}`
}

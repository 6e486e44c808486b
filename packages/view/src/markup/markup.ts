import { HTML_SOURCE, type HtmlSource } from '@app/core/extending'
import { TRUSTED, writeAttribute } from './attribute.ts'
import { invalidMarkup } from './invalid-markup.ts'
import { Collected, promised, type Source, streamOf } from './pieces.ts'
import { templateOf } from './template.ts'
import { writeText } from './text.ts'

/** Finished HTML: `html(page)` sends it, and another template inserts it unchanged. */
export interface Markup extends HtmlSource {
  /**
   * Waits for all values, so that a failing value can still become an error page: `html(await page.settled())`.
   *
   * Rejects with the error of the first value, in the order of the page, that rejects.
   */
  settled(): Promise<Markup>
  /**
   * The HTML as a string. Throws a `UsageError` (`APP_MARKUP`) for a page with promises or async iterables, even if
   * they have ended; the page that `settled()` returns has none.
   */
  toString(): string
}

class Page implements Markup {
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  [HTML_SOURCE](): string | AsyncIterable<string> {
    return typeof this.#source === 'string' ? this.#source : streamOf(this.#source)
  }

  async settled(): Promise<Markup> {
    let text = ''
    for await (const part of streamOf(this.#source)) text += part
    return new Page(text)
  }

  /** Handlebars calls this method of a value, and inserts the result without escaping it. */
  toHTML(): string {
    return this.toString()
  }

  toString(): string {
    if (typeof this.#source === 'string') return this.#source
    throw invalidMarkup('This markup waits for values. Pass it to html(), or use the text of await page.settled()')
  }
}

/**
 * The result of `raw`: markup from a trusted string. In an attribute, the string is escaped, but not checked as a URL
 * or a style.
 */
class Trusted extends Page {
  readonly [TRUSTED]: string

  constructor(text: string) {
    super(text)
    this[TRUSTED] = text
  }
}

/**
 * A value in a template.
 *
 * Text and numbers are escaped for their place; markup is written unchanged. The result of a promise, and each item of
 * a list or of an async iterable, is written like a single value. `null`, `undefined` and `false` write nothing. `true`
 * is for attributes that are true or false.
 */
export type MarkupValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | URL
  | URLSearchParams
  | HtmlSource
  | Iterable<MarkupValue>
  | PromiseLike<MarkupValue>
  | AsyncIterable<MarkupValue>

/**
 * Makes HTML from a template, and escapes each value for its place.
 *
 * Values stand in text and between the quotes of attributes; the README has a table. Throws a `UsageError`
 * (`APP_MARKUP`) for a value in any other place, such as a script, and for a value of a kind that its place does not
 * accept.
 *
 * @example
 * app.get('/', (request) => html(markup`<h1>${request.query.get('title')}</h1>`))
 */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  if (!Array.isArray(strings?.raw))
    throw invalidMarkup(`markup is a tag: write markup\`<p>\${text}</p>\`, without brackets`)
  const page = new Collected()
  for (const part of templateOf(strings)) {
    if (typeof part === 'string') page.add(part)
    else if ('strings' in part) {
      const written = writeAttribute(part, values)
      page.add(typeof written === 'string' ? written : promised(written, (to, text) => to.add(text)))
    } else writeText(page, part, values[part.index])
  }
  return new Page(page.source)
}

/**
 * Marks a string as trusted HTML, so that it is inserted unchanged: the output of a library that cleans HTML, or HTML
 * of the program itself, and never input.
 *
 * In an attribute the text is escaped, and neither a URL nor a style is checked. Throws a `UsageError` (`APP_MARKUP`)
 * for a value that is not a string.
 *
 * @example
 * app.get('/', () => html(markup`<article>${raw(sanitize(text))}</article>`))
 */
export function raw(html: string): Markup {
  if (typeof html !== 'string') throw invalidMarkup('raw(): the HTML must be a string')
  return new Trusted(html)
}

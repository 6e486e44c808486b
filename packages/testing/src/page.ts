import { attributeOf, type Element, elementsIn, parseHtml, textOf } from './tree.ts'

/** A link of a page. */
export interface Link {
  readonly text: string
  /** The absolute URL. */
  readonly href: string
}

/** A response that a visitor has got: a page, or any other text. */
export class Page {
  /** The absolute URL, after all redirects. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** The body as it came. */
  readonly body: string
  /** The URLs that have redirected to this page, in order. */
  readonly redirects: readonly string[]
  #elements: readonly Element[] | undefined

  constructor(url: string, { status, headers }: Response, body: string, redirects: readonly string[]) {
    this.url = url
    this.status = status
    this.headers = headers
    this.body = body
    this.redirects = redirects
  }

  /** The path and the query, such as `/notes?page=2`. */
  get path(): string {
    const { pathname, search } = new URL(this.url)
    return pathname + search
  }

  /** The text that a visitor sees, with single spaces; of another type than HTML, the body. */
  get text(): string {
    return this.isHtml ? textOf(parseHtml(this.body)) : this.body
  }

  get title(): string {
    const title = this.elements.find(({ tagName }) => tagName === 'title')
    return title ? textOf(title) : ''
  }

  get links(): readonly Link[] {
    return this.elements.flatMap((element) => {
      const href = element.tagName === 'a' ? attributeOf(element, 'href') : undefined
      const target = href === undefined ? undefined : this.resolve(href)
      return target === undefined ? [] : [{ text: textOf(element), href: target }]
    })
  }

  /** The body, parsed as JSON. */
  json(): unknown {
    return JSON.parse(this.body)
  }

  /** @internal */
  get isHtml(): boolean {
    return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(this.headers.get('content-type') ?? '')
  }

  /** @internal */
  get elements(): readonly Element[] {
    this.#elements ??= this.isHtml ? [...elementsIn(parseHtml(this.body))] : []
    return this.#elements
  }

  /** @internal Returns the absolute URL of a link of this page; `undefined` for a text that is no URL. */
  resolve(target: string): string | undefined {
    const base = this.elements.find((element) => element.tagName === 'base')
    const from = new URL((base && attributeOf(base, 'href')) ?? '', this.url)
    return URL.canParse(target, from.href) ? new URL(target, from).href : undefined
  }
}

/**
 * The elements inside of which a `textarea`, a `style` and the like have no text of their own kind: `svg`, `math` and
 * `select`. Source: the HTML standard, section 13.2.6, tree construction.
 */
export class Surroundings {
  /** The elements that are open from an `svg` or a `math` on. */
  readonly #drawing: string[] = []
  #isInSelect = false

  /** Notes a start tag. */
  open(tag: string, closesItself: boolean): void {
    if (tag === 'select' && this.#drawing.length === 0) this.#isInSelect = true
    if (closesItself || VOID.has(tag)) return
    if (this.#drawing.length > 0 || tag === 'svg' || tag === 'math') this.#drawing.push(tag)
  }

  /** Notes an end tag. Gives the element that it should have closed instead, inside of `svg` and `math`. */
  close(tag: string): string | undefined {
    if (tag === 'select') this.#isInSelect = false
    const last = this.#drawing.pop()
    return last === tag ? undefined : last
  }

  /** The name of the innermost one of `svg`, `math` and `select`. */
  get name(): string | undefined {
    return this.#drawing[0] ?? (this.#isInSelect ? 'select' : undefined)
  }
}

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])

/**
 * Follows the tags of a template, and tells whether a place is inside of an `svg`, `math` or `select` that is not closed
 * yet. Inside of these three, browsers do not read the content of a `textarea`, a `style` and similar elements as text
 * alone, as they do elsewhere. Source: the HTML standard, section 13.2.6, tree construction.
 */
export class Surroundings {
  /** The elements that are open inside of an `svg` or a `math`, including the `svg` or `math` itself. */
  readonly #drawing: string[] = []
  #isInSelect = false

  /** Adds the element of a start tag if it is a `select`, an `svg` or a `math`, or inside of an `svg` or a `math`. */
  open(tag: string, closesItself: boolean): void {
    if (tag === 'select' && this.#drawing.length === 0) this.#isInSelect = true
    if (closesItself || VOID.has(tag)) return
    if (this.#drawing.length > 0 || tag === 'svg' || tag === 'math') this.#drawing.push(tag)
  }

  /**
   * Removes the element of an end tag. If another element inside of the `svg` or `math` has to be closed first, returns
   * the name of that element.
   */
  close(tag: string): string | undefined {
    if (tag === 'select') this.#isInSelect = false
    const last = this.#drawing.pop()
    return last === tag ? undefined : last
  }

  /**
   * The name of the outermost open `svg` or `math`; without one, `select` inside of a `select`, and `undefined`
   * elsewhere.
   */
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

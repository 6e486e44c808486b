import { Surroundings } from './surroundings.ts'

/** The place in HTML that the text of a template has reached. */
export type HtmlContext =
  | 'text'
  | 'text of an element'
  | 'quoted value'
  | 'unquoted value'
  | 'tag name'
  | 'attribute name'
  | 'comment'
  | 'doctype'
  | 'code'

/**
 * Reads the text of a template as a browser does; `context` says where in the HTML the text read so far has ended.
 *
 * Source: the HTML standard, section 13.2.5, tokenization. `Surroundings` keeps the open elements on which the reading
 * depends.
 */
export class Scanner {
  context: HtmlContext = 'text'
  /** The name of the element whose tag, text or code was read last. */
  tag = ''
  isEndTag = false
  attribute = ''
  quote = ''
  /** The positions at which the attribute's name and the text of its value begin, in the string that was read last. */
  nameAt = 0
  valueAt = 0
  /** True if the string ends with a tag such as `<pre>`, after which an HTML parser drops one line feed. */
  dropsLineFeed = false
  /** A construct that no template may contain, with the reason; `undefined` for a template without one. */
  fault: string | undefined
  readonly #surroundings = new Surroundings()

  /**
   * Reads a string from the index `from`, in the context `context` in which the previous string ended. If that state is
   * `quoted value`, `from` is the index after the closing quote.
   */
  read(source: string, from: number): void {
    this.dropsLineFeed = false
    let at = this.context === 'quoted value' ? this.#attributes(source, from) : from
    while (at < source.length) at = this.#content(source, at)
  }

  #content(source: string, at: number): number {
    if (this.context === 'text of an element') return this.#textOfElement(source, at)
    const open = source.indexOf('<', at)
    if (open === -1) return source.length
    if (source.startsWith('<!--', open)) return this.#comment(source, open + 4)
    if (source.startsWith('<![CDATA[', open))
      this.fault ??= 'has a section <![CDATA[, whose end depends on the elements around it'
    TAG.lastIndex = open
    const tag = TAG.exec(source)
    if (tag) return this.#tag(source, TAG.lastIndex, tag)
    if (open === source.length - 1 || source.slice(open) === '</') return this.#end('tag name', source)
    if (!/[!?/]/.test(source.charAt(open + 1))) return open + 1
    const close = source.indexOf('>', open)
    return close === -1 ? this.#end(/^<!d/i.test(source.slice(open)) ? 'doctype' : 'comment', source) : close + 1
  }

  #comment(source: string, at: number): number {
    COMMENT_END.lastIndex = at
    return COMMENT_END.test(source) ? COMMENT_END.lastIndex : this.#end('comment', source)
  }

  #tag(source: string, at: number, [, slash, name = '']: RegExpExecArray): number {
    this.tag = inLowerCase(name)
    this.isEndTag = slash !== ''
    return at === source.length ? this.#end('tag name', source) : this.#attributes(source, at)
  }

  /** Reads attributes up to the end of their tag, or to the end of the string. */
  #attributes(source: string, from: number): number {
    let at = from
    for (;;) {
      const gap = match(GAP, source, at)
      at += gap.length
      if (at === source.length) return this.#end('attribute name', source)
      if (source[at] === '>') return this.#tagEnd(source, at + 1, gap.endsWith('/'))
      this.nameAt = at
      this.attribute = inLowerCase(match(NAME, source, at))
      at += this.attribute.length
      at += match(SPACE, source, at).length
      if (at === source.length) return this.#end('attribute name', source)
      if (source[at] !== '=') continue
      at += 1 + match(SPACE, source, at + 1).length
      this.quote = match(QUOTE, source, at)
      if (this.quote === '') {
        at += match(UNQUOTED, source, at).length
        if (at === source.length) return this.#end('unquoted value', source)
        continue
      }
      this.valueAt = at + 1
      at = source.indexOf(this.quote, this.valueAt) + 1
      if (at === 0) return this.#end('quoted value', source)
    }
  }

  #tagEnd(source: string, at: number, closesItself: boolean): number {
    this.context = 'text'
    if (this.isEndTag) {
      const open = this.#surroundings.close(this.tag)
      if (open !== undefined) this.fault ??= `has </${this.tag}> where </${open}> belongs`
      return at
    }
    const surroundings = this.#surroundings.name
    this.#surroundings.open(this.tag, closesItself)
    this.dropsLineFeed = DROPS_LINE_FEED.has(this.tag) && at === source.length
    if (this.tag === 'plaintext' || this.tag === 'frameset') this.fault ??= `has a <${this.tag}>`
    if (!TEXT_ONLY.has(this.tag) && !CODE.has(this.tag)) return at
    if (surroundings !== undefined) {
      // Inside of svg, a title may contain elements; elsewhere its content is text.
      if (this.tag !== 'title' || surroundings === 'select') {
        this.fault ??= `has a <${this.tag}> in <${surroundings}>, where browsers read its text in several ways`
      }
      return at
    }
    this.context = TEXT_ONLY.has(this.tag) ? 'text of an element' : 'code'
    return this.#textOfElement(source, at)
  }

  /** Reads up to the end tag of an element that contains only text or code, such as `<title>` and `<script>`. */
  #textOfElement(source: string, at: number): number {
    const end = new RegExp(`</${this.tag}(?=[\\t\\n\\f\\r />])`, 'gi')
    end.lastIndex = at
    const found = end.exec(source)
    const text = source.slice(at, found?.index)
    if (this.context === 'code' && /<!--.*<script/is.test(text))
      this.fault ??= 'has a <script> in a comment of a <script>'
    if (found) {
      this.context = 'text'
      return this.#tag(source, end.lastIndex, ['', '/', this.tag] as unknown as RegExpExecArray)
    }
    // If the text ends like the beginning of an end tag, such as `</ti`, a value could complete the tag. So the place
    // is then the name of a tag, where no value may stand.
    return this.#end(this.context !== 'code' && /<\/?[a-z]*$/i.test(text) ? 'tag name' : this.context, source)
  }

  #end(context: HtmlContext, source: string): number {
    this.context = context
    return source.length
  }
}

/**
 * Writes a name in lower case as an HTML parser does, which only changes letters of ASCII. `toLowerCase()` alone would
 * turn some other letters into letters of ASCII, such as the Kelvin sign into "k".
 */
function inLowerCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function match(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

const TAG = /<(\/?)([a-z][^\t\n\f\r />]*)/giy
const GAP = /[\t\n\f\r /]*/y
const SPACE = /[\t\n\f\r ]*/y
const NAME = /=?[^\t\n\f\r />=]*/y
const QUOTE = /["']?/y
const UNQUOTED = /[^\t\n\f\r >]*/y
const COMMENT_END = /(?<=<!--)-?>|--!?>/g
const DROPS_LINE_FEED = new Set(['textarea', 'pre', 'listing'])
const TEXT_ONLY = new Set(['title', 'textarea'])
const CODE = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes'])

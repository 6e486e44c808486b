/**
 * The kind of values that an attribute takes.
 *
 * `text`: text alone. `flag`: true or false. `truth`: text, or the words true and false. `url` and `urls`: addresses
 * that a browser opens or loads. `style`: values of CSS. `program`: a URL from which a browser loads code, or to which
 * URLs of code are relative; only values that `raw()` marks as trusted are accepted.
 */
export type AttributeKind = 'text' | 'flag' | 'truth' | 'url' | 'urls' | 'style' | 'program'

/**
 * Returns the kind of values that a template may write into an attribute, or, if it may write none, the reason. Names
 * are in lower case.
 */
export function attributeKind(tag: string, name: string): AttributeKind | { readonly refused: string } {
  if (PROGRAM.test(name))
    return { refused: 'is a program. Put the value into an attribute data-… and read it by dataset' }
  if (name === 'srcdoc') return { refused: 'is a page of its own. Serve that page, and name it in src' }
  if (ANIMATION.test(tag) && ANIMATED.has(name))
    return { refused: 'can change any other attribute. Write the attribute without a value of the template' }
  if (name === 'style') return 'style'
  if (URL_LISTS.has(name)) return 'urls'
  if (LOADERS.has(`${tag} ${name}`)) return 'program'
  if (URLS.has(name.slice(name.lastIndexOf(':') + 1))) return 'url'
  if (FLAGS.has(name)) return 'flag'
  return TRUTHS.test(name) || ARIA_TRUTHS.has(name) ? 'truth' : 'text'
}

/**
 * Attributes whose values run as code: event handlers of HTML (`onclick`); all attributes of Vue (`v-html`, `:title`,
 * `@click`, `#item`, `.value`) and of Alpine (`x-data`); the attributes of htmx that may hold JavaScript; and `_` of
 * hyperscript. Sources: Vue, "Built-in Directives"; Alpine, "Directives"; htmx, "Attribute Reference"; the
 * documentation of hyperscript.
 */
const PROGRAM = /^(?:on|v-|x-|[:@#.]|_$|(?:data-)?hx-(?:on|vals|vars|headers|request|trigger)(?![a-z]))/
/** `src` of `<script>`, from which a browser loads code, and `href` of `<base>`, to which URLs of code are relative. */
const LOADERS = new Set(['script src', 'base href'])
const ANIMATION = /^(?:set|animate\w*)$/
const ANIMATED = new Set(['attributename', 'to', 'from', 'by', 'values'])
const URL_LISTS = new Set(['srcset', 'imagesrcset', 'ping'])

/**
 * Attributes whose values are URLs. Source: the HTML standard, index of attributes, "Valid URL"; attributes of SVG and
 * obsolete attributes are added.
 */
const URLS = new Set([
  ...['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data', 'background', 'longdesc', 'usemap'],
  ...['icon', 'manifest', 'profile', 'codebase', 'classid', 'archive'],
  // Attributes of htmx whose values are URLs.
  ...['hx-get', 'hx-post', 'hx-put', 'hx-patch', 'hx-delete'].flatMap((name) => [name, `data-${name}`]),
])

/** The boolean attributes. Source: the HTML standard, index of attributes, "Boolean attribute", and `hidden`. */
const FLAGS = new Set([
  ...['allowfullscreen', 'async', 'autofocus', 'autoplay', 'checked', 'controls', 'default', 'defer', 'disabled'],
  ...['formnovalidate', 'hidden', 'inert', 'ismap', 'itemscope', 'loop', 'multiple', 'muted', 'nomodule'],
  ...['novalidate', 'open', 'playsinline', 'readonly', 'required', 'reversed', 'selected', 'shadowrootclonable'],
  ...['shadowrootcustomelementregistry', 'shadowrootdelegatesfocus', 'shadowrootserializable'],
])
const TRUTHS = /^(?:data-|contenteditable$|draggable$|spellcheck$|writingsuggestions$)/

/**
 * The attributes of ARIA that take the words true and false, some beside other words; the other attributes take
 * strings, numbers and the ids of elements. Source: WAI-ARIA 1.3, the value of each state and property.
 */
const ARIA_TRUTHS = new Set(
  [
    ...['atomic', 'busy', 'checked', 'current', 'disabled', 'expanded', 'grabbed', 'haspopup', 'hidden', 'invalid'],
    ...['modal', 'multiline', 'multiselectable', 'pressed', 'readonly', 'required', 'selected'],
  ].map((name) => `aria-${name}`),
)

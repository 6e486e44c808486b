import { nearest, OptionError, type OptionKind } from '@app/core/extending'

/**
 * The sources of each directive, such as `{ 'img-src': ["'self'", 'https://cdn.example'] }`; an empty list for a
 * directive without sources, `false` to leave out one of the defaults. `'nonce'` in quotes is replaced by the nonce of
 * the request.
 */
export type Directives = Readonly<Record<string, readonly string[] | false>>

/** The pages that may show this page in a frame: none, those of this origin, or those of the named origins. */
export type Frames = 'none' | 'self' | readonly string[]

/**
 * The default policy, for pages that load everything from one server: scripts and styles are of this origin or have a
 * nonce, images are of this origin or in `data:` URLs, other inline code does not run, plug-ins and `<base>` are
 * refused, and forms are sent to this origin alone.
 */
const USUAL_DIRECTIVES: Directives = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'nonce'"],
  'style-src': ["'self'", "'nonce'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
}

/**
 * Makes a function that writes the policy with a given nonce. Throws an `OptionError` for directives that are probably
 * misspelt, and for sources that browsers would misread.
 */
export function policyOf(owner: string, directives: Directives, frames: Frames): (nonce: string) => string {
  const all: Directives = { ...USUAL_DIRECTIVES, 'frame-ancestors': ancestorsOf(frames), ...directives }
  const texts = Object.entries(all).flatMap(([name, sources]) => {
    checkName(owner, name)
    if (sources === false) return []
    for (const source of sources) checkSource(owner, name, source)
    return [[name, ...sources].join(' ')]
  })
  const [first = '', ...rest] = texts.join('; ').split("'nonce'")
  return (nonce) => rest.reduce((text, part) => `${text}'nonce-${nonce}'${part}`, first)
}

/**
 * The kind of the option `contentSecurityPolicy`, which tests only that the value is `false`, or a map from names to
 * lists of strings or to `false`. `policyOf` refuses misspelt names, and sources that browsers would misread.
 */
export const directivesKind: OptionKind = {
  wants: 'false, or a map of directives such as { "img-src": ["\'self\'", "https://cdn.example"] }',
  accepts: (value) =>
    value === false ||
    (typeof value === 'object' &&
      value !== null &&
      Object.entries(value).every(([name, sources]) => /^[a-z]+(?:-[a-z]+)*$/.test(name) && isSources(sources))),
}

function isSources(value: unknown): boolean {
  return value === false || (Array.isArray(value) && value.every((source) => typeof source === 'string'))
}

function ancestorsOf(frames: Frames): readonly string[] {
  return typeof frames === 'string' ? [`'${frames}'`] : frames
}

/**
 * Refuses a directive's name that is similar to a known one: it is probably misspelt, and browsers would ignore it.
 * Other unknown names are accepted, since new directives may be standardized at any time.
 */
function checkName(owner: string, name: string): void {
  const near = KNOWN.includes(name) ? undefined : nearest(name, KNOWN)
  if (near === undefined) return
  const problem = `"contentSecurityPolicy" has the directive ${name}, which browsers ignore. Did you mean ${near}?`
  throw new OptionError(owner, 'contentSecurityPolicy', problem)
}

/** Refuses characters that would end a directive, and words that browsers read as the names of hosts. */
function checkSource(owner: string, directive: string, source: string): void {
  const problem = !/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/.test(source)
    ? 'a source is one word without a comma or a semicolon'
    : WORDS.test(source)
      ? `browsers read it as the name of a host. Write "'${source}'"`
      : undefined
  if (problem === undefined) return
  const place = `"contentSecurityPolicy" has ${JSON.stringify(source)} in ${directive}`
  throw new OptionError(owner, 'contentSecurityPolicy', `${place}: ${problem}.`)
}

const WORDS =
  /^(?:self|none|nonce|strict-dynamic|report-sample|unsafe-\w+(?:-\w+)*|wasm-unsafe-eval|sha(?:256|384|512)-.*)$/

/**
 * The names of all standard directives. Source: Content Security Policy Level 3, section 6; Trusted Types; Upgrade
 * Insecure Requests; Fenced Frames.
 */
const KNOWN: readonly string[] = [
  ...[
    'default',
    'script',
    'style',
    'img',
    'font',
    'media',
    'object',
    'connect',
    'frame',
    'child',
    'worker',
    'manifest',
  ],
  ...['prefetch', 'fenced-frame'],
]
  .map((name) => `${name}-src`)
  .concat(
    ['script-src-elem', 'script-src-attr', 'style-src-elem', 'style-src-attr', 'base-uri', 'form-action'],
    ['frame-ancestors', 'navigate-to', 'report-to', 'report-uri', 'sandbox', 'webrtc', 'trusted-types'],
    ['require-trusted-types-for', 'upgrade-insecure-requests', 'block-all-mixed-content'],
  )

import type { UsageError } from '@app/core/extending'
import { type AttributeKind, attributeKind } from './attribute-kinds.ts'
import { invalidMarkup } from './invalid-markup.ts'
import { type HtmlContext, Scanner } from './scanner.ts'
import { startOfUrl } from './url.ts'

/** A place for one value in text. */
export interface TextHole {
  /** True if the value may be markup; false in a title and in a textarea, which contain no elements. */
  readonly takesMarkup: boolean
  readonly index: number
  /** The end of the text before the value, which error messages quote. */
  readonly after: string
}

/** An attribute with values between its quotes. */
export interface AttributeHole {
  readonly kind: AttributeKind
  readonly tag: string
  readonly name: string
  /** The name as it was written, the equals sign and the first quote. */
  readonly opening: string
  readonly quote: string
  /** The strings before, between and after the values. */
  readonly strings: readonly string[]
  /** The index of the attribute's first value among the values of the template. */
  readonly index: number
  readonly after: string
}

export type TemplatePart = string | TextHole | AttributeHole

/**
 * Returns the parts of a template: its strings, and the places of its values. They are computed once for each template
 * in the code of the program.
 *
 * Throws a `UsageError` (`APP_MARKUP`) for a value in a place where no value is safe, for an unfinished character
 * reference, for a construct that browsers read in several ways, and for a template that does not end in text.
 */
export function templateOf(strings: TemplateStringsArray): readonly TemplatePart[] {
  let parts = templates.get(strings)
  if (parts === undefined) {
    parts = read(strings)
    templates.set(strings, parts)
  }
  return parts
}

const templates = new WeakMap<TemplateStringsArray, readonly TemplatePart[]>()

function read(strings: TemplateStringsArray): readonly TemplatePart[] {
  const scanner = new Scanner()
  const parts: TemplatePart[] = []
  let open: (AttributeHole & { strings: string[] }) | undefined
  for (const [index, source] of strings.entries()) {
    const isLast = index === strings.length - 1
    let start = 0
    if (open !== undefined) {
      const end = source.indexOf(open.quote)
      open.strings.push(source.slice(0, end === -1 ? undefined : end))
      if (end === -1) {
        if (isLast) checkEnd(scanner, excerpt(strings, index))
        checkReference(strings, index)
        continue
      }
      open = undefined
      start = end + 1
    }
    scanner.read(source, start)
    const after = excerpt(strings, index)
    if (scanner.fault !== undefined) throw invalidMarkup(`markup: the template ${scanner.fault}: ${after}`)
    if (isLast) checkEnd(scanner, after)
    checkReference(strings, index)
    if (isLast || scanner.context !== 'quoted value') {
      parts.push(source.slice(start) + (scanner.dropsLineFeed && !isLast ? '\n' : ''))
      if (!isLast) parts.push({ takesMarkup: takesMarkup(scanner, index, after), index, after })
      continue
    }
    parts.push(source.slice(start, scanner.nameAt))
    open = attributeHole(scanner, source, index, after)
    parts.push(open)
  }
  return parts
}

function attributeHole(scanner: Scanner, source: string, index: number, after: string) {
  const { tag, attribute: name, quote, nameAt, valueAt, isEndTag } = scanner
  if (isEndTag) throw refused(index, `in an end tag`, after, 'It has no attributes')
  const kind = attributeKind(tag, name)
  if (typeof kind === 'object') throw refused(index, `in the attribute "${name}", which`, after, kind.refused, ' ')
  const before = source.slice(valueAt)
  if (kind === 'url' && startOfUrl(before, tag) === 'refused') {
    throw refused(
      index,
      'in a URL that runs, or whose scheme is written by character references',
      after,
      'Begin with a path or https:',
    )
  }
  return {
    kind,
    tag,
    name,
    opening: source.slice(nameAt, valueAt),
    quote,
    strings: [before],
    isWhole: false,
    index,
    after,
  }
}

/** True if the value after a string may be markup. Throws if no value may stand there. */
function takesMarkup({ context, tag }: Scanner, index: number, after: string): boolean {
  if (context === 'text') return true
  if (context === 'text of an element') return false
  const [where, instead] = REFUSED[context as keyof typeof REFUSED]
  throw refused(index, where.replace('%', tag), after, instead)
}

const REFUSED = {
  'unquoted value': ['as a value without quotes', `Write name="\${value}"`],
  'tag name': ['in the name of a tag', 'Choose between two templates'],
  'attribute name': [
    'where the name of an attribute belongs',
    `Write name="\${value}"; null and false leave the attribute out`,
  ],
  comment: ['in a comment', 'Remove the value or the comment'],
  doctype: ['in a doctype', 'Write it out'],
  code: ['in the text of <%>', 'Put it into an attribute data-… and read it by dataset'],
} as const satisfies Partial<Record<HtmlContext, readonly [string, string]>>

function refused(index: number, where: string, after: string, instead: string, link = '. '): UsageError {
  return invalidMarkup(`markup: value ${index + 1} stands ${where}${link}${instead}. It stands after: ${after}`)
}

function checkEnd({ context, tag }: Scanner, after: string): void {
  if (context === 'text') return
  const inside = context === 'comment' || context === 'doctype' ? `a ${context}` : `<${tag}>`
  throw invalidMarkup(`markup: the template ends inside of ${inside}. A template ends as it begins, in text: ${after}`)
}

/**
 * Throws for an unfinished character reference such as `&lt`, which a value or the text after the template would
 * complete.
 */
function checkReference(strings: TemplateStringsArray, index: number): void {
  const [unfinished] = /&#?\w*$/.exec(strings[index] as string) ?? []
  if (unfinished === undefined) return
  const character = unfinished === '&' ? '' : `, or ${unfinished}; for the character`
  const instead = `Write &amp;${unfinished.slice(1)} for the text${character}`
  throw invalidMarkup(
    `markup: the text after "${unfinished}" would continue this character reference. ${instead}: ${excerpt(strings, index)}`,
  )
}

/** Returns the last characters of the text before a value, on one line, for errors. */
function excerpt(strings: TemplateStringsArray, index: number): string {
  const before = strings
    .slice(0, index + 1)
    .join(`\${…}`)
    .replace(/\s+/g, ' ')
  return before.length > 60 ? `…${before.slice(-60)}` : before
}

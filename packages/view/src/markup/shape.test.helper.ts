import fc from 'fast-check'
import { type Markup, markup } from './markup.ts'

/** The result of parsing a page: start tags with their attributes, strings, comments and ends, in order. */
export type Shape = readonly ShapeItem[]

type ShapeItem =
  | { readonly open: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly text: string }
  | { readonly comment: string }
  | { readonly close: string }

/** Pages with two values in all places where templates may have values; the values are `a` and `b`. */
export const PAGES: Readonly<Record<string, (a: string, b: string) => Markup>> = {
  text: (a, b) => markup`<p>${a}</p><p>x ${a} y${b}</p>`,
  'text at the edges of a list': (a, b) => markup`<ul>${[a, b].map((item) => markup`<li>${item}</li>`)}</ul>`,
  attributes: (a, b) => markup`<p class="${a}" title='${b}'>x</p>`,
  'a value among others': (a, b) => markup`<p data-a="x ${a} y ${b}z" id=fixed title="'">${b}</p>`,
  title: (a, b) => markup`<title>${a} &ndash; ${b}</title>`,
  'a text area': (a, b) => markup`<textarea name="${b}">${a}</textarea>`,
  'a text area with more': (a, b) => markup`<textarea>x${a}\n${b}</textarea>`,
  'text that was formatted': (a, b) => markup`<pre>${a}</pre><pre>\n${b}</pre>`,
  'a choice': (a, b) => markup`<select name="x"><option value="${a}" selected>${a}<option value="${b}">${b}</select>`,
  'a drawing': (a, b) => markup`<svg><title>${a}</title><text x="1" class="${b}">${b}</text></svg>`,
  formula: (a, b) => markup`<math><mi>${a}</mi><annotation encoding="${b}">${b}</annotation></math>`,
  'a template': (a, b) => markup`<template><b title="${a}">${b}</b></template>`,
  'with code beside': (a, b) =>
    markup`<style>p > a { color: red }</style><script>if (1 < 2) x = "</p>"</script><!-- > --><p title="${a}">${b}</p>`,
  'an address': (a, b) => markup`<a href="/search?q=${a}&amp;page=${b}">x</a>`,
  'nested in an argument': (a, b) => markup`<div>${markup`${a}`}${markup`<i>${[b, [a]]}</i>`}</div>`,
}

/** Values for tests: strings that an attacker would try, and strings that an HTML parser changes. */
const TRIED = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '`',
    '=',
    '/',
    ' ',
    '&',
    ';',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\f',
    '\0',
    '\ud800',
    '\ufeff',
    '\u2028',
  ],
  ...[
    '</p>',
    '</textarea',
    '</title>',
    '</script>',
    '<script>',
    '<!--',
    '-->',
    '--!>',
    ']]>',
    '<![CDATA[',
    '<?',
    '<b>',
  ],
  ...[
    'amp;',
    'lt;',
    'lt',
    '#60;',
    '#x3c;',
    '&lt;',
    '&amp',
    '&#0;',
    'onclick=x',
    ' onfocus=',
    'javascript:',
    '{{',
    '${',
  ],
  ...[
    '<svg>',
    '<math>',
    '<table>',
    '<plaintext>',
    '</body>',
    '<html lang=x>',
    '<frameset>',
    '\u0130',
    '\u{1f600}',
    'é',
  ],
]

/** A random text: some of the strings in `TRIED`, and any other characters. */
export const someText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...TRIED), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
  .map((parts) => parts.join(''))

/** A random template: the strings between which its values stand. */
export const someTemplate: fc.Arbitrary<readonly string[]> = fc.array(
  fc.array(fc.constantFrom(...scraps()), { maxLength: 6 }).map((parts) => parts.join('')),
  {
    minLength: 2,
    maxLength: 4,
  },
)

/** Makes the page of a template with the given strings and values. */
export function pageOf(texts: readonly string[], values: readonly string[]): Markup {
  return markup(Object.assign([...texts], { raw: texts }), ...values)
}

/** Texts without any meaning for an HTML parser, which take the place of the values. */
export const HARMLESS = ['vq0z', 'vq1z', 'vq2z'] as const

/**
 * Returns the expected shape of a page with these values, from the shape of the page with harmless strings: each
 * harmless string is replaced by its value, with U+FFFD in place of U+0000 and of lone surrogates.
 */
export function expectedShape(harmless: Shape, values: readonly string[]): Shape {
  const fill = (text: string) =>
    text.replace(/vq(\d)z/g, (_, index) => (values[index] as string).toWellFormed().replaceAll('\0', '\ufffd'))
  return merged(
    harmless.map((item) => {
      if ('text' in item) return { text: fill(item.text) }
      if (!('open' in item)) return item
      const attributes = Object.entries(item.attributes).map(([name, value]) => [name, fill(value)])
      return { ...item, attributes: Object.fromEntries(attributes) as Record<string, string> }
    }),
  )
}

/** Removes empty strings from a shape, and joins strings that follow one another. */
export function merged(shape: Shape): Shape {
  const result: ShapeItem[] = []
  for (const item of shape) {
    const last = result.at(-1)
    if ('text' in item && item.text === '') continue
    if ('text' in item && last !== undefined && 'text' in last) {
      result[result.length - 1] = { text: last.text + item.text }
    } else result.push(item)
  }
  return result
}

function scraps(): readonly string[] {
  return [
    ...['<p>', '</p>', '<b>', '</b>', '<a title="', '<a title=', "<a title='", '"', "'", '>', '<', '</', '/', '=', ' '],
    ...['<!--', '-->', '--!>', '-', '<!', '<?', '<!doctype html>', '<title>', '</title>', '<textarea>', '</textarea>'],
    ...['</textarea', '</tit', '<script>', '</script>', '<style>', '</style >', '<svg>', '</svg>', '<svg/>', '<math>'],
    ...[
      '<pre>',
      '\n',
      '<table>',
      '<tr><td>',
      '</table>',
      '<select><option>',
      '</select>',
      '&',
      '&amp;',
      '&lt',
      '#',
      'x',
    ],
    ...['<input value="', '<br/>', '<i class=', '<xmp>', '</xmp>', '<iframe>', '</iframe>', '<template>', '<noscript>'],
    ...[
      '<desc>',
      '</desc>',
      '<foreignObject>',
      '</foreignObject>',
      '</p>',
      '</math>',
      '<mi>',
      '</template>',
      '</noscript>',
    ],
  ]
}

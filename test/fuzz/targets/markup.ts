import { UsageError } from '@app/core'
import { shapeOf } from '../../../packages/view/src/markup/parsed-shape.test.helper.ts'
import { expectedShape, HARMLESS, pageOf, type Shape } from '../../../packages/view/src/markup/shape.test.helper.ts'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

/**
 * The text is a template, in which `§` marks the place of a value, then `§§`, then the values, with `§` between them.
 * In every accepted template, a parser of HTML finds the same tags and attributes with these values as with harmless
 * ones, and it finds each value unchanged. So no value becomes a script, an attribute or a tag. If a value would change
 * more of a `style` attribute than its own place, the whole attribute becomes `refused`.
 */
export const target: Target = {
  seeds: [
    "<p \u0130 \u212a='x'>§</p>§§y",
    '<p>§</p>§§<script>alert(1)</script>',
    '<a href="/?q=§" title=\'§\'>§</a>§§"><b>§&quot;§javascript:',
    '<title>§</title><textarea name="§">§</textarea>§§</title>§"§</textarea>',
    '<svg><text x=§>§</text></svg>§§]]>§<!--',
    '<table><tr><td>§</td></tr></table><!-- x --><pre>\n§</pre>§§</td>§\n',
    '<p style="color: §">§</p><t style="§">§§red" onclick="x§</p>§"',
    '<style>p > a {}</style><script>if (1 < 2) x</script><select><option value="§">§</select>§§</select>§</script>',
  ],
  words: [
    ...[
      '<p>',
      '</p>',
      '<b ',
      '<a title="',
      "<i class='",
      '<input value="',
      '"',
      "'",
      '>',
      '<',
      '</',
      '/>',
      '=',
      ' ',
      '§',
      '§§',
    ],
    ...[
      '<!--',
      '-->',
      '--!>',
      '<!doctype html>',
      '<title>',
      '</title>',
      '<textarea>',
      '</textarea>',
      '<script>',
      '</script>',
    ],
    ...[
      '<style>',
      '</style>',
      '<svg>',
      '</svg>',
      '<math>',
      '</math>',
      '<pre>',
      '<table>',
      '<tr><td>',
      '</table>',
      '<select>',
    ],
    ...[
      '<option>',
      '<template>',
      '</template>',
      '<noscript>',
      '<foreignObject>',
      '<desc>',
      '<mi>',
      '<![CDATA[',
      ']]>',
      '<iframe>',
    ],
    ...[
      '&',
      '&amp;',
      '&lt',
      '&#x3c;',
      '&#0;',
      ' onclick=',
      ' href="',
      ' style="',
      'javascript:',
      '<plaintext>',
      '<frameset>',
    ],
    ...[
      '<br/>',
      '<xmp>',
      '<li>',
      '<ul>',
      '<body>',
      '<html lang=x>',
      '<form>',
      '<button>',
      '<ruby>',
      '<rt>',
      '<a href="',
    ],
  ],
  check: (input) => {
    const [template = '', ...rest] = input.split('§§')
    const texts = template.split('§')
    const given = rest.join('').split('§')
    const count = texts.length - 1
    if (count < 1 || count > HARMLESS.length) return
    // Each value begins with a letter: a parser of HTML may move or drop white space between the rows of a table, but
    // drops no letter.
    const values = HARMLESS.map((_, i) => `v${given[i] ?? ''}`)
    const page = accepted(texts, HARMLESS)
    if (page === undefined) return
    const shape = shapeOf(whole(pageOf(texts, values)))
    equal(shape, refusedLike(shape, expectedShape(shapeOf(whole(page)), values)))
  },
}

/** Returns the expected shape of a page, in which each style that the actual page refuses counts as refused too. */
function refusedLike(given: Shape, wanted: Shape): Shape {
  return wanted.map((item, i) => {
    const got = given[i]
    if (got === undefined || !('open' in item && 'open' in got) || item.attributes.style === undefined) return item
    return got.attributes.style === 'refused' ? { ...item, attributes: { ...item.attributes, style: 'refused' } } : item
  })
}

function accepted(texts: readonly string[], values: readonly string[]): { toString(): string } | undefined {
  try {
    return pageOf(texts, values)
  } catch (error) {
    if (UsageError.is(error) && error.code === 'APP_MARKUP') return undefined
    throw error
  }
}

function whole(body: { toString(): string }): string {
  return `<!doctype html><html lang="en"><body>${body}</body></html>`
}

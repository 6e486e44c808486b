import { escapeHtml, printable } from '@app/http/framework'

/**
 * HTML that is already escaped.
 *
 * The tag `markup` of `@app/view` looks at the place of each value too. The core does not depend on that package, and the
 * few templates of the error page have values in texts and between quotes alone.
 */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** A value in a template: markup is inserted unchanged, text is escaped, `false` and `undefined` insert nothing. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** Makes markup of a template. Escapes all inserted values except markup. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.reduce((source, string, index) => source + written(pieces[index - 1]) + string))
}

function written(piece: Piece): string {
  if (piece === false || piece === undefined) return ''
  if (piece instanceof Markup) return piece.source
  if (typeof piece === 'object') return piece.map(written).join('')
  return escapeHtml(String(piece).replace(/[^\n\t]+/g, printable))
}

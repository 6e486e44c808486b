import { printable } from '../messages/value-kinds.ts'

/** HTML that is already escaped. */
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
  return String(piece)
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\n\t]+/g, printable)
}

/** Characters that could end a text or an attribute. */
const SPECIAL = /[&<>"'`]/g

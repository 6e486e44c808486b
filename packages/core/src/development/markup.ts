import { printable } from '../messages/printable.ts'

/** HTML that may be sent as it is. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** What may stand in a template: markup as it is, text escaped, `false` and `undefined` as nothing. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** Makes markup of a template; whatever is put in that is no markup itself is escaped. */
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

/** What ends a text or an attribute. */
const SPECIAL = /[&<>"'`]/g

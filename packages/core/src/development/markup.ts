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
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What ends a text or an attribute. */
const SPECIAL = /[&<>"'`]/g
/** What nobody sees, or what turns the direction of writing so that a text reads as what it is not. */
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

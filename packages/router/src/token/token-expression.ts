/** Sorted, disjoint, inclusive ranges of code points. */
export type Characters = readonly (readonly [first: number, last: number])[]

/** A parsed token; `source` is the text it was read from, for messages. */
export type Expression =
  | { readonly kind: 'characters'; readonly source: string; readonly characters: Characters }
  | { readonly kind: 'sequence'; readonly source: string; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly source: string; readonly options: readonly Expression[] }
  | Repeat

/** `max` is `Infinity` where there is no limit; lazy and greedy read the same values. */
export interface Repeat {
  readonly kind: 'repeat'
  readonly source: string
  readonly body: Expression
  readonly min: number
  readonly max: number
}

/**
 * Reads the source of a regular expression with the flag `u` into a tree.
 *
 * The source compiles and holds nothing that `findUnsupported` reports. Neighbours that are spelled the same become
 * one repeat, so that `a?a?a?` is judged like `(?:a?){3}`.
 */
export function parseExpression(source: string): Expression {
  return new Parser(source).choice()
}

/** Whether a character exists that both sets hold. */
export function overlap(left: Characters, right: Characters): boolean {
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const [first, last] = left[i]!
    const [otherFirst, otherLast] = right[j]!
    if (first <= otherLast && otherFirst <= last) return true
    if (last < otherLast) i++
    else j++
  }
  return false
}

class Parser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  choice(): Expression {
    const start = this.#at
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return options.length === 1 ? options[0]! : { kind: 'choice', source: this.#since(start), options }
  }

  #sequence(): Expression {
    const start = this.#at
    const parts: Expression[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) parts.push(this.#term())
    const folded = foldRuns(parts)
    return folded.length === 1 ? folded[0]! : { kind: 'sequence', source: this.#since(start), parts: folded }
  }

  #term(): Expression {
    const start = this.#at
    const body = this.#atom()
    const quantifier = this.#match(/([*+?])\??|\{(\d+)(,?)(\d*)\}\??/y)
    const source = this.#since(start)
    if (!quantifier) return { ...body, source }
    const [, sign, least, comma, most] = quantifier
    if (sign) return { kind: 'repeat', source, body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const min = Number(least)
    return { kind: 'repeat', source, body, min, max: most ? Number(most) : comma ? Infinity : min }
  }

  #atom(): Expression {
    const start = this.#at
    if (this.#match(/\((?:\?:)?/y)) {
      const inside = this.choice()
      this.#take(')')
      return inside
    }
    const characters = this.#take('[') ? this.#class(start) : this.#take('.') ? ANY_BUT_LINE_END : this.#character()
    return { kind: 'characters', source: this.#since(start), characters }
  }

  #class(start: number): Characters {
    const isNegated = this.#take('^')
    const ranges: [number, number][] = []
    while (!this.#take(']')) {
      const item = this.#character()
      if (this.#match(/-(?!\])/y)) ranges.push([item[0]![0], this.#character()[0]![0]])
      else for (const [first, last] of item) ranges.push([first, last])
    }
    const source = this.#since(start)
    if (/\\p/i.test(source)) return approximate(source)
    return isNegated ? invert(normalize(ranges)) : normalize(ranges)
  }

  #character(): Characters {
    const escaped = this.#match(/\\(?:u\{(\w+)\}|u(d[89ab]..)\\u(d[c-f]..)|u(....)|x(..)|c(.)|p\{.*?\}|.)/isy)
    if (!escaped) return single(this.#match(/./suy)![0].codePointAt(0)!)
    const [source, codePoint, high, low, unit, octet, control] = escaped
    if (high) return single(String.fromCharCode(hex(high), hex(low!)).codePointAt(0)!)
    if (control) return single(control.charCodeAt(0) % 32)
    const number = codePoint ?? unit ?? octet
    if (number) return single(hex(number))
    const letter = source[1]!
    if (letter === 'p' || letter === 'P') return approximate(source)
    const shorthand = SHORTHANDS.get(letter.toLowerCase())
    if (shorthand) return letter === letter.toLowerCase() ? shorthand : invert(shorthand)
    return single(CONTROLS.get(letter) ?? letter.charCodeAt(0))
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false
    this.#at++
    return true
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at
    const match = sticky.exec(this.#source)
    if (match) this.#at = sticky.lastIndex
    return match
  }

  #since(start: number): string {
    return this.#source.slice(start, this.#at)
  }
}

function foldRuns(parts: readonly Expression[]): Expression[] {
  const folded: Expression[] = []
  for (let i = 0; i < parts.length; ) {
    const body = parts[i]!
    let count = 1
    while (parts[i + count]?.source === body.source) count++
    const source = body.source.repeat(count)
    folded.push(count === 1 ? body : { kind: 'repeat', source, body, min: count, max: count })
    i += count
  }
  return folded
}

const LAST_CODE_POINT = 0x10ffff

function single(codePoint: number): Characters {
  return [[codePoint, codePoint]]
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16)
}

function normalize(ranges: readonly (readonly [number, number])[]): Characters {
  const merged: [number, number][] = []
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else merged.push([first, last])
  }
  return merged
}

function invert(characters: Characters): Characters {
  const gaps: [number, number][] = []
  let from = 0
  for (const [first, last] of characters) {
    if (from < first) gaps.push([from, first - 1])
    from = last + 1
  }
  if (from <= LAST_CODE_POINT) gaps.push([from, LAST_CODE_POINT])
  return gaps
}

/** Exact for ASCII, everything beyond: listing a Unicode property would mean to try a million characters. */
function approximate(source: string): Characters {
  const expression = new RegExp(source, 'u')
  const ranges: [number, number][] = [[0x80, LAST_CODE_POINT]]
  for (let code = 0; code < 0x80; code++) {
    if (expression.test(String.fromCharCode(code))) ranges.push([code, code])
  }
  return normalize(ranges)
}

const CONTROLS = new Map(Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13, b: 8, 0: 0 }))

const SHORTHANDS = new Map([
  ['d', spans('09')],
  ['w', spans('09AZ__az')],
  ['s', spans('\t\r  \xa0\xa0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff')],
])

const ANY_BUT_LINE_END = invert(spans('\n\n\r\r\u2028\u2029'))

/** Every two characters are the first and the last of a range. */
function spans(characters: string): Characters {
  return Array.from({ length: characters.length / 2 }, (_, i) => [
    characters.charCodeAt(2 * i),
    characters.charCodeAt(2 * i + 1),
  ])
}

import { ANY_BUT_LINE_END, approximate, type Characters, invert, normalize, SHORTHANDS, single } from './characters.ts'
import type { Expression } from './token-expression.ts'

/**
 * Reads the source of a regular expression with the flag `u` into a tree.
 *
 * The source must compile, and `findUnsupported` must report nothing for it.
 */
export function parseExpression(source: string): Expression {
  return new Parser(source).choice()
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
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', source: this.#since(start), parts }
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
    const [source, codePoint, high, low, unit, byte, control] = escaped
    if (high) return single(String.fromCharCode(hex(high), hex(low!)).codePointAt(0)!)
    if (control) return single(control.charCodeAt(0) % 32)
    const number = codePoint ?? unit ?? byte
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

function hex(digits: string): number {
  return Number.parseInt(digits, 16)
}

const CONTROLS = new Map(Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13, b: 8, 0: 0 }))

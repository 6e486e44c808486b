import { parseExpression } from './parse-expression.ts'
import type { Expression, Repeat } from './token-expression.ts'

/** Examples of strings that a token matches. */
export interface ExampleTexts {
  readonly texts: readonly string[]
  /** True if `texts` has all strings that the token matches and a path can contain. */
  readonly isAll: boolean
}

/**
 * Returns up to `count` strings that a token matches, simple strings first. Tools use these strings as example values
 * of a placeholder.
 *
 * Set `isRest` for the token of a catch-all: only then may the strings contain slashes.
 */
export function exampleTexts(token: string, count: number, isRest = false): ExampleTexts {
  const found = new Examples(isRest, count + 1).of(parseExpression(token))
  const expression = new RegExp(`^(?:${token})$`, 'u')
  return { texts: found.filter((text) => expression.test(text)).slice(0, count), isAll: found.length <= count }
}

/** Lists up to `#most` strings that an expression matches. A list with fewer strings is complete. */
class Examples {
  readonly #isRest: boolean
  readonly #most: number

  constructor(isRest: boolean, most: number) {
    this.#isRest = isRest
    this.#most = most
  }

  of(expression: Expression): readonly string[] {
    switch (expression.kind) {
      case 'characters':
        return this.#charactersOf(expression.characters)
      case 'choice':
        return this.#some(expression.options.flatMap((option) => this.of(option)))
      case 'sequence':
        return expression.parts.reduce<readonly string[]>((before, part) => this.#joined(before, this.of(part)), [''])
      case 'repeat':
        return this.#repeated(expression)
    }
  }

  #repeated({ body, min, max }: Repeat): readonly string[] {
    const once = this.of(body)
    let round: readonly string[] = ['']
    for (let i = 0; i < min; i++) round = this.#joined(round, once)
    let found = round
    for (let i = min; i < max && found.length < this.#most; i++) {
      round = this.#joined(round, once)
      const more = this.#some([...found, ...round])
      if (more.length === found.length) break
      found = more
    }
    return found
  }

  #joined(before: readonly string[], behind: readonly string[]): readonly string[] {
    return this.#some(before.flatMap((start) => behind.map((end) => start + end)))
  }

  #charactersOf(ranges: readonly (readonly [number, number])[]): readonly string[] {
    const has = (code: number) => ranges.some(([first, last]) => first <= code && code <= last)
    const found = [...USUAL].filter((character) => has(character.charCodeAt(0))).slice(0, this.#most)
    for (const [first, last] of ranges) {
      for (let code = Math.max(first, 0x20); code <= last && found.length < this.#most; code++) {
        const character = String.fromCodePoint(code)
        if (this.#canStand(code) && !USUAL.includes(character)) found.push(character)
      }
    }
    return found
  }

  /**
   * True if a path can contain a character in the value of the placeholder, encoded or not: no backslash, DEL or lone
   * surrogate, and a slash only in a catch-all. The caller leaves out the other control characters.
   */
  #canStand(code: number): boolean {
    if (code === SLASH) return this.#isRest
    return code !== BACKSLASH && code !== DELETE && (code < 0xd800 || code > 0xdfff)
  }

  #some(texts: readonly string[]): readonly string[] {
    return [...new Set(texts)].slice(0, this.#most)
  }
}

const USUAL = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_~'
const SLASH = 47
const BACKSLASH = 92
const DELETE = 0x7f

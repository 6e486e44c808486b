import { match } from '@formatjs/intl-localematcher'
import { wantedLanguages } from './accept-language.ts'
import { tagReducer } from './tag-reducer.ts'

/** Chooses among the locales of an application. The first locale is the default, which wins between equals. */
export class LocaleMatcher {
  readonly #locales: readonly string[]
  readonly #reduced: (tag: string) => string | undefined

  constructor(locales: readonly string[]) {
    this.#locales = locales
    this.#reduced = tagReducer(locales)
  }

  /** Returns the locale that fits the tag of a language best; `undefined` if none fits. Accepts every string. */
  best(tag: string): string | undefined {
    return this.#bestOf([tag], this.#locales)
  }

  /** Returns the locale that fits the header `Accept-Language` best; `undefined` if none fits. */
  bestForHeader(header: string): string | undefined {
    const { tags, refused } = wantedLanguages(header)
    if (refused.length === 0) return this.#bestOf(tags, this.#locales)
    const without = new Set(refused.map((tag) => this.#reduced(tag)))
    return this.#bestOf(
      tags,
      this.#locales.filter((locale) => !without.has(locale)),
    )
  }

  #bestOf(tags: readonly string[], locales: readonly string[]): string | undefined {
    const known = tags.map(this.#reduced).filter((tag) => tag !== undefined)
    if (known.length === 0 || locales.length === 0) return undefined
    const found = match(known.slice(0, MOST_TAGS), locales, NONE)
    return found === NONE ? undefined : found
  }
}

/** The code of no language, which the library returns if none fits. */
const NONE = 'zxx'
const MOST_TAGS = 10

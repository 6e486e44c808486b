import type { ServerRequest } from '@app/core'
import { addVary } from '@app/core/extending'
import { parseCookie } from 'cookie'
import type { LocaleMatcher } from './matcher.ts'
import type { LocaleSource, RequestLocale } from './request-locale.ts'
import type { MessageValues, Translate, Translations } from './translations.ts'

/** How the locale of a request is found. */
export interface Negotiation {
  readonly translations: Translations
  readonly matcher: LocaleMatcher
  readonly from: readonly LocaleSource[]
  readonly cookie: string
  readonly query: string
}

/** The locale of one request, which is looked for when it is first needed. */
export class NegotiatedLocale implements RequestLocale {
  readonly #request: ServerRequest
  readonly #how: Negotiation
  #found: Found | undefined
  #user: string | undefined
  /** The request headers that have decided, for `Vary`. */
  readonly #headers = new Set<string>()
  #isUsed = false

  constructor(request: ServerRequest, how: Negotiation) {
    this.#request = request
    this.#how = how
  }

  get code(): string {
    this.#isUsed = true
    return this.#locale().code
  }

  get source(): Found['source'] {
    this.#isUsed = true
    return this.#locale().source
  }

  get t(): Translate {
    return this.#how.translations.translator(this.code)
  }

  find(key: string, values?: MessageValues): string | undefined {
    return this.#how.translations.find(this.code, key, values)
  }

  /** Returns the code of the locale for work of which the client may see nothing. */
  peek(): string {
    return this.#locale().code
  }

  /** True if the locale of the user would be chosen: nothing that comes before it has decided. */
  get needsUser(): boolean {
    const { source } = this.#locale()
    const { from } = this.#how
    return source === 'default' || from.indexOf('user') < from.indexOf(source)
  }

  /** Sets the locale that the user has chosen, if the application has it. */
  choose(tag: string | null | undefined): void {
    this.#user = typeof tag === 'string' ? this.#how.matcher.best(tag) : undefined
    this.#found = undefined
  }

  /** Says in the headers of a response that the response depends on the language. */
  say(headers: Headers): void {
    if (!this.#isUsed) return
    if (!headers.has('content-language')) headers.set('content-language', this.code)
    if (this.#headers.size > 0) addVary(headers, ...this.#headers)
  }

  #locale(): Found {
    this.#found ??= this.#look()
    return this.#found
  }

  #look(): Found {
    for (const source of this.#how.from) {
      const code = this.#from(source)
      if (code !== undefined) return { code, source }
    }
    return { code: this.#how.translations.default, source: 'default' }
  }

  #from(source: LocaleSource): string | undefined {
    const { matcher, query, cookie } = this.#how
    const { headers } = this.#request
    switch (source) {
      case 'path':
        return this.#inPath()
      case 'user':
        return this.#user
      case 'query': {
        const tag = this.#request.query.get(query)
        return tag === null ? undefined : matcher.best(tag)
      }
      case 'cookie': {
        this.#headers.add('cookie')
        const tag = parseCookie(headers.get('cookie') ?? '')[cookie]
        return tag === undefined ? undefined : matcher.best(tag)
      }
      case 'header':
        this.#headers.add('accept-language')
        return matcher.bestForHeader(headers.get('accept-language') ?? '')
    }
  }

  /** The locale is the first segment of the path, or the last one of the prefix under which `i18n()` is piped. */
  #inPath(): string | undefined {
    const { path, basePath } = this.#request
    const segments = [path.split('/', 2)[1], basePath.slice(basePath.lastIndexOf('/') + 1)]
    return this.#how.translations.locales.find((locale) => segments.includes(locale))
  }
}

interface Found {
  readonly code: string
  readonly source: LocaleSource | 'default'
}

/**
 * Makes the function that reduces the tag of a language to what decides among the locales: the language, and the script
 * and the region of a language that an application has. `undefined` for a string that is not the tag of a language.
 *
 * The library that matches keeps what it has computed for each tag as long as the program runs, and clients can invent
 * tags without end: of reduced ones there are only so many. It also throws for some valid tags, such as `en-x-private`.
 */
export function tagReducer(locales: readonly string[]): (tag: string) => string | undefined {
  const known = locales.map((locale) => new Intl.Locale(locale).maximize())
  const languages = new Set(known.map(({ language }) => language))
  const scripts = new Set(known.map(({ script }) => script))
  return (tag) => {
    if (tag.length > LONGEST) return undefined
    try {
      const { language, script, region } = new Intl.Locale(tag)
      // Longer ones are registered for nothing. "und" and "zxx" say that there is no language.
      if (language.length > 3 || language === 'und' || language === 'zxx') return undefined
      if (!languages.has(language)) return language
      return [language, scripts.has(script) ? script : undefined, region].filter(Boolean).join('-')
    } catch {
      return undefined
    }
  }
}

/** No registered tag without extensions is longer. Source: RFC 5646 section 4.4.1. */
const LONGEST = 35

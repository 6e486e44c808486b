import { translations } from '@app/i18n'
import { catalogues } from './texts.ts'

const texts = translations({ catalogues })

/** Writes the subject of a mail in the language that its reader has chosen. */
export function subjectFor(reader: { readonly name: string; readonly locale: string }): string {
  const t = texts.translator(reader.locale)
  return t('site.welcome', { name: reader.name })
}

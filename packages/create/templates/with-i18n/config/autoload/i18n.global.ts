import type { Config } from '@app/core'
import { de, en } from '../../src/messages.ts'

export default {
  // A browser gets the language that it asks for, and English if there is no such language.
  i18n: { catalogues: { en, de }, default: 'en' },
} satisfies Config

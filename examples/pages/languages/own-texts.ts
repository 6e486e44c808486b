import type { Config } from '@app/core'

export default {
  i18n: {
    locales: ['en', 'de'],
    catalogues: { de: { acme: { basket: { title: 'Dein Korb' } } } },
  },
} satisfies Config

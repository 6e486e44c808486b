import type { CatalogueLike } from '@app/i18n'

/** The texts of the application, in ICU syntax. */
export const en = { home: { title: 'It runs', lead: 'And this page speaks your language.' } }

export const de = {
  home: { title: 'Es läuft', lead: 'Und diese Seite spricht Ihre Sprache.' },
} satisfies CatalogueLike<typeof en>

type English = typeof en
declare module '@app/i18n' {
  interface Messages extends English {}
}

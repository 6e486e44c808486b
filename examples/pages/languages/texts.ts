import type { CatalogueLike } from '@app/i18n'

const en = {
  site: {
    welcome: 'Welcome, {name}!',
    notes: '{count, plural, =0 {No notes yet} one {# note} other {# notes}}, since {day, date, ::yyyyMMMd}',
    language: 'Deutsch',
  },
  note: { 'title-missing': 'A note needs a title.', taken: 'There is a note with the title "{title}" already.' },
  problems: { 404: { title: 'Not found' } },
}

const de = {
  site: {
    welcome: 'Willkommen, {name}!',
    notes: '{count, plural, =0 {Noch keine Notizen} one {# Notiz} other {# Notizen}}, seit {day, date, ::yyyyMMMd}',
    language: 'English',
  },
  note: {
    'title-missing': 'Eine Notiz braucht einen Titel.',
    taken: 'Es gibt schon eine Notiz mit dem Titel „{title}“.',
  },
  problems: { 404: { title: 'Nicht gefunden' } },
} satisfies CatalogueLike<typeof en>

export const catalogues = { en, de }

type English = typeof en
declare module '@app/i18n' {
  interface Messages extends English {}
}

import { afterEach, expect, test, vi } from 'vitest'
import { type TranslationsOptions, translations } from './index.ts'

const catalogues = {
  en: {
    welcome: 'Welcome, {name}!',
    note: { count: '{count, plural, =0 {No notes} one {# note} other {# notes}}', only: 'Only in English' },
    price: '{price, number, ::currency/EUR}',
    day: '{day, date, ::yyyyMMMd}',
    time: '{at, time, short}',
    code: "Write '{'name'}' or <b>{name}</b>",
  },
  de: {
    welcome: 'Willkommen, {name}!',
    note: { count: '{count, plural, =0 {Keine Notizen} one {# Notiz} other {# Notizen}}' },
    price: '{price, number, ::currency/EUR}',
    day: '{day, date, ::yyyyMMMd}',
  },
  'de-AT': { welcome: 'Servus, {name}!' },
}

const quiet = (errors: Error[] = []): TranslationsOptions => ({ onError: (error) => errors.push(error) })

afterEach(() => vi.restoreAllMocks())

test('a translator writes messages with plurals, numbers and dates by the rules of its language', () => {
  const texts = translations({ catalogues, timeZone: 'UTC' })
  const [en, de] = [texts.translator('en'), texts.translator('de')]
  const day = new Date('2026-03-01T23:30:00Z')
  expect([0, 1, 1_500].map((count) => en('note.count', { count }))).toEqual(['No notes', '1 note', '1,500 notes'])
  expect([0, 1, 1_500].map((count) => de('note.count', { count }))).toEqual([
    'Keine Notizen',
    '1 Notiz',
    '1.500 Notizen',
  ])
  expect([en('price', { price: 7.5 }), de('price', { price: 7.5 })]).toEqual(['€7.50', '7,50\u00a0€'])
  expect([en('day', { day }), de('day', { day })]).toEqual(['Mar 1, 2026', '1. März 2026'])
})

test('dates and times are of the time zone of the option, not of the machine', () => {
  const day = new Date('2026-03-01T23:30:00Z')
  const t = (timeZone: string) => translations({ catalogues, timeZone }).translator('en')('day', { day })
  expect([t('Asia/Tokyo'), t('America/New_York')]).toEqual(['Mar 2, 2026', 'Mar 1, 2026'])
  expect(() => translations({ timeZone: 'Mars/Olympus' })).toThrow(
    '"timeZone" must be a time zone such as "Europe/Vienna"',
  )
})

test('messages and values are plain text: nothing in them is markup', () => {
  const t = translations({ catalogues }).translator('en')
  expect(t('code', { name: '<i>' })).toBe('Write {name} or <b><i></b>')
})

test('a locale falls back to its language, and then to the default locale', () => {
  const texts = translations({ catalogues, ...quiet() })
  const t = texts.translator('de-AT')
  expect([t('welcome', { name: 'Ada' }), t('note.count', { count: 1 }), t('note.only')]).toEqual([
    'Servus, Ada!',
    '1 Notiz',
    'Only in English',
  ])
  expect([texts.locales, texts.default]).toEqual([['en', 'de', 'de-AT'], 'en'])
})

test('a missing message is taken from the language of the default locale too', () => {
  const errors: Error[] = []
  const texts = translations({
    default: 'de-AT',
    locales: ['de-AT', 'en'],
    catalogues: { de: { only: 'Nur deutsch' }, en: { other: 'Other' } },
    ...quiet(errors),
  })
  expect([texts.translator('en')('only'), texts.find('en', 'only')]).toEqual(['Nur deutsch', 'Nur deutsch'])
  texts.translator('en')('onyl')
  expect(errors.map(({ message }) => message)).toEqual([
    'No message "only" in en. The one in de is used.',
    'No message "onyl" in en. Did you mean "only"?',
  ])
})

test('a missing message is reported once, and the one of the default locale, or the key, takes its place', () => {
  const errors: Error[] = []
  const t = translations({ catalogues, ...quiet(errors) }).translator('de')
  expect([t('note.only'), t('note.only'), t('note.cuont'), t('toString'), t('__proto__.x')]).toEqual([
    'Only in English',
    'Only in English',
    'note.cuont',
    'toString',
    '__proto__.x',
  ])
  expect(errors.map(({ message }) => message)).toEqual([
    'No message "note.only" in de. The one in en is used.',
    'No message "note.cuont" in de. Did you mean "note.count"?',
    'No message "toString" in de. Add it to the catalogues.',
    'No message "__proto__.x" in de. Add it to the catalogues.',
  ])
  expect(errors.map((error) => (error as { code?: string }).code)).toEqual(Array(4).fill('APP_MESSAGE'))
})

test('only a thousand missing messages are remembered', () => {
  const errors: Error[] = []
  const t = translations({ catalogues, ...quiet(errors) }).translator('en')
  for (let index = 0; index < 1_200; index++) t(`note.${index}`)
  expect(errors).toHaveLength(1_000)
})

test('in tests a missing message is an error, each time', () => {
  const t = translations({ catalogues }).translator('de')
  for (const _ of [1, 2]) expect(() => t('note.only')).toThrow('No message "note.only" in de')
})

test('outside of tests a missing message is printed', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const print = vi.spyOn(console, 'error').mockReturnValue()
  const t = translations({ catalogues }).translator('de')
  vi.unstubAllEnvs()
  expect([t('note.only'), t('note.only')]).toEqual(['Only in English', 'Only in English'])
  expect(print.mock.calls).toEqual([['No message "note.only" in de. The one in en is used.']])
})

test('a message whose value is missing is reported, and written as it stands in the catalogue', () => {
  const errors: Error[] = []
  expect(translations({ catalogues, ...quiet(errors) }).translator('en')('welcome')).toBe('Welcome, {name}!')
  expect(errors[0]?.message).toContain('The message "welcome" in en cannot be written')
})

test('in development and tests a message that is not ICU syntax is an error at once, which names its key', () => {
  const wrong = { en: { note: { count: '{count, plural, one {#}}' } } }
  expect(() => translations({ catalogues: wrong })).toThrow('The message "note.count" in en is not ICU syntax')
})

test('in production a message that is not ICU syntax is reported, and the one of the default locale takes its place', () => {
  const errors: Error[] = []
  vi.stubEnv('NODE_ENV', 'production')
  const texts = translations({ catalogues: { en: { hi: 'Hi!' }, de: { hi: 'Hallo, {' } }, ...quiet(errors) })
  vi.unstubAllEnvs()
  const t = texts.translator('de')
  expect([t('hi'), t('hi'), errors.length]).toEqual(['Hi!', 'Hi!', 1])
})

test('translator() refuses what is not the code of a locale; another locale gets the messages of the default one', () => {
  const texts = translations({ catalogues, ...quiet() })
  expect(() => texts.translator('deutsch!')).toThrow('"deutsch!" is not the code of a language')
  expect(texts.translator('ja')('note.only')).toBe('Only in English')
})

import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { configProvider as core, type ServerRequest } from '@app/core'
import { type CatalogueLike, configProvider, TRANSLATIONS_SERVICE, type Translations, translate } from '@app/i18n'
import { expect, test } from 'vitest'
import { subjectFor } from './mail.ts'
import notes from './notes.ts'
import ownTexts from './own-texts.ts'
import site from './site.ts'
import { catalogues } from './texts.ts'

type English = CatalogueLike<typeof catalogues.en>

const german = { 'accept-language': 'de-AT, en;q=0.5' }

test('the notes welcome each visitor in the language of the request', async () => {
  const ask = async (headers: Record<string, string>) => {
    const response = await notes.request('/welcome/Ada/1500', { headers })
    return [await response.text(), response.headers.get('content-language'), response.headers.get('vary')]
  }
  expect(await ask(german)).toEqual([
    'Willkommen, Ada! 1.500 Notizen, seit 1. März 2026',
    'de',
    'cookie, accept-language',
  ])
  expect((await ask({}))[0]).toBe('Welcome, Ada! 1,500 notes, since Mar 1, 2026')
})

test('the errors of the endpoint are in the language of the request, those of zod and its own ones', async () => {
  const post = async (body: unknown, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    const response = await notes.request('/notes', { ...init, body: JSON.stringify(body) })
    return (await response.json()) as { detail?: string; errors?: { message: string }[] }
  }
  const [inGerman, inEnglish] = await Promise.all([
    post({ title: '', size: 'x' }, german),
    post({ title: '', size: 'x' }, {}),
  ])
  expect(inGerman.errors?.map(({ message }) => message)).toEqual([
    'Eine Notiz braucht einen Titel.',
    'Ungültige Eingabe: erwartet Zahl, erhalten string',
  ])
  expect(inEnglish.errors?.map(({ message }) => message)).toEqual([
    'A note needs a title.',
    'Invalid input: expected number, received string',
  ])
  const taken = await post({ title: 'Tea', size: 1 }, german)
  expect(taken.detail).toBe('Es gibt schon eine Notiz mit dem Titel „Tea“.')
})

test('a problem without words of its own is translated by its status', async () => {
  expect(await (await notes.request('/none', { headers: german })).json()).toEqual({
    title: 'Nicht gefunden',
    status: 404,
  })
})

test('the cookie of the visitor comes before the header', async () => {
  const chosen = await notes.request('/language/de', { method: 'POST' })
  const [cookie = ''] = chosen.headers.getSetCookie()
  expect(cookie).toContain('locale=de;')
  const headers = { cookie: cookie.split(';')[0] as string, 'accept-language': 'en' }
  expect(await (await notes.request('/language', { headers })).json()).toEqual({ language: 'de' })
})

test('the pages are at a prefix for each language, with links in the same language and to the other one', async () => {
  const page = await (await site.request('/de/hello/Ada')).text()
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('<title>Willkommen, Ada!</title>')
  expect(page).toContain('<a href="/de/hello/Bob">Bob</a>')
  expect(page).toContain('<a hreflang="en" href="/en/hello/Ada">English</a>')
  expect((await site.request('/fr/hello/Ada')).status).toBe(404)
})

test('the path without a language redirects to the language of the visitor', async () => {
  const { status, headers } = await site.request('/', { headers: german })
  expect([status, headers.get('location'), headers.get('vary')]).toEqual([
    302,
    '/de/hello/you',
    'cookie, accept-language',
  ])
})

test('mails are in the language of their reader', () => {
  expect(subjectFor({ name: 'Ada', locale: 'de' })).toBe('Willkommen, Ada!')
})

test('the application overrides a message of a package', async () => {
  const acme = { i18n: { catalogues: { de: { acme: { basket: { title: 'Ihr Warenkorb', pay: 'Bezahlen' } } } } } }
  const config = await resolveConfig(defineConfig([core, configProvider, acme, ownTexts]), { env: {} })
  const texts = createContainer(config).get(TRANSLATIONS_SERVICE) as Translations
  expect(['acme.basket.title', 'acme.basket.pay'].map((key) => texts.find('de', key))).toEqual([
    'Dein Korb',
    'Bezahlen',
  ])
})

test('a misspelt key, and a catalogue without a message of the first language, do not compile', () => {
  const misspelt = (request: ServerRequest) => {
    // @ts-expect-error: "site.welcom" is not a key.
    return translate(request)('site.welcom')
  }
  const { site: texts, note, problems } = catalogues.de
  // @ts-expect-error: "note.taken" is missing.
  const incomplete = { site: texts, note: { 'title-missing': note['title-missing'] }, problems } satisfies English
  expect([misspelt, incomplete].map((each) => typeof each)).toEqual(['function', 'object'])
})

import { Application, HttpError, json, redirect, type ServerRequest, text, urlFor } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type I18nOptions, i18n, LOCALE, translate, translations } from './index.ts'
import { tagReducer } from './tag-reducer.ts'

const catalogues = {
  en: { welcome: 'Welcome!' },
  de: { welcome: 'Willkommen!' },
  'pt-BR': { welcome: 'Boas-vindas!' },
  'pt-PT': { welcome: 'Bem-vindo!' },
}

/** Answers each request with the code of its locale and the source of the locale. */
function appWith(options: I18nOptions = {}): Application {
  const app = new Application({ router: new FindMyWayRouter() }).pipe(i18n({ catalogues, ...options }))
  const seen = (request: ServerRequest) => {
    const { code, source } = request.attribute(LOCALE)
    return text(`${code} ${source}`)
  }
  app.get('/', seen)
  app.get('/{rest:.*}', seen)
  return app
}

async function found(headers: Record<string, string>, path = '/', options: I18nOptions = {}): Promise<string> {
  return (await appWith(options).request(path, { headers })).text()
}

test('translate() translates into the language of the request, and the response says so', async () => {
  const app = new Application().pipe(i18n({ catalogues })).pipe((request) => text(translate(request)('welcome')))
  const response = await app.request('/', { headers: { 'accept-language': 'de-AT, en;q=0.5' } })
  expect([await response.text(), response.headers.get('content-language'), response.headers.get('vary')]).toEqual([
    'Willkommen!',
    'de',
    'cookie, accept-language',
  ])
})

test('a response whose making has not read the locale has neither Content-Language nor Vary', async () => {
  const app = new Application().pipe(i18n({ catalogues })).pipe(() => text('body {}'))
  const { headers } = await app.request('/', { headers: { 'accept-language': 'de' } })
  expect([headers.get('content-language'), headers.get('vary')]).toEqual([null, null])
})

test('a Content-Language that the handler has set stays', async () => {
  const app = new Application().pipe(i18n({ catalogues })).pipe((request) => {
    return text(translate(request)('welcome'), { headers: { 'content-language': 'de, en' } })
  })
  expect((await app.request('/')).headers.get('content-language')).toBe('de, en')
})

test('the response to an error also has the language, if the error handler before i18n() reads none', async () => {
  const app = new Application({ onError: () => undefined }).pipe(i18n({ catalogues })).pipe((request) => {
    throw new HttpError(404, translate(request)('welcome'), { expose: true })
  })
  const response = await app.request('/', { headers: { 'accept-language': 'de' } })
  expect([response.status, await response.text(), response.headers.get('content-language')]).toEqual([
    404,
    'Willkommen!',
    'de',
  ])
})

test('translate() throws an error that names the package if i18n() was not piped before', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe((request) =>
    text(translate(request)('x')),
  )
  expect((await app.request('/')).status).toBe(500)
  expect(String(errors[0])).toContain('The middleware of @app/i18n sets it')
})

describe('the header Accept-Language', () => {
  test.each([
    ['de', 'de header'],
    ['de-AT', 'de header'],
    ['fr, de;q=0.1', 'de header'],
    ['en;q=0.1, DE;q=0.9', 'de header'],
    ['gsw', 'de header'],
    ['pt', 'pt-BR header'],
    ['pt-AO', 'pt-PT header'],
    ['ja', 'en default'],
    ['*', 'en default'],
    ['de;q=0', 'en default'],
    ['de;q=0, pt', 'pt-BR header'],
    ['', 'en default'],
    ['de;q=nonsense', 'en default'],
    ['de;q=2', 'en default'],
    ['en-x-private', 'en header'],
    ['de-DE-u-co-phonebk', 'de header'],
    ['not a header at all', 'en default'],
    ['__proto__', 'en default'],
    ['zxx', 'en default'],
    ['und', 'en default'],
  ])('for %j, the locale is %s', async (header, expected) => {
    expect(await found({ 'accept-language': header })).toBe(expected)
  })

  test('only the first thousand characters count, so that a header of a thousand languages costs as little as a long one', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `x${String.fromCharCode(97 + (index % 26))}`).join(', ')
    expect(await found({ 'accept-language': `${many}, de` })).toBe('en default')
    expect(await found({ 'accept-language': `de, ${many}` })).toBe('de header')
    expect(await found({ 'accept-language': `${'d'.repeat(7_000)}, de` })).toBe('en default')
  })

  test('for every string, the locale is one of the application, and nothing throws', async () => {
    const app = appWith()
    const part = fc.oneof(
      fc.constantFrom('de', 'en-x-a', 'pt-', '-', ';q=', ';q=0', ',', 'und', '*', 'i-klingon'),
      fc.string(),
    )
    const header = fc.array(part, { maxLength: 20 }).map((parts) => parts.join('').replace(/[^\x20-\x7e]/g, ''))
    await fc.assert(
      fc.asyncProperty(header, async (value) => {
        const headers = { 'accept-language': value, cookie: `locale=${encodeURIComponent(value)}` }
        const response = await app.request(`/?locale=${encodeURIComponent(value)}`, { headers })
        const [code] = (await response.text()).split(' ')
        expect([response.status, Object.keys(catalogues).includes(code as string)]).toEqual([200, true])
      }),
    )
  })

  test('tags that clients invent are reduced to a limited number, since the library keeps each in memory', () => {
    const reduced = tagReducer(['en', 'de', 'pt-BR', 'zh-Hant'])
    const letter = (index: number) => String.fromCharCode(97 + (index % 26))
    const invented = Array.from({ length: 40_000 }, (_, index) => {
      const [a, b, c] = [letter(index), letter(Math.floor(index / 26)), letter(Math.floor(index / 676))]
      return `${a}${b}-${a}${b}${c}${a}-${c}${b}-v${1_000 + (index % 9_000)}`
    })
    expect(new Set(invented).size).toBe(40_000)
    expect(new Set(invented.map(reduced)).size).toBeLessThan(26 ** 2 + 3 * 26 ** 2)
    expect(['pt-Latn-AO-x-a', 'zh-Hant-HK', 'de-Cyrl-AT', 'fr-CA', 'klingon', 'EN-gb'].map(reduced)).toEqual([
      'pt-Latn-AO',
      'zh-Hant-HK',
      'de-AT',
      'fr',
      undefined,
      'en-GB',
    ])
  })
})

describe('the sources of the locale', () => {
  test('the path comes before the cookie, and the cookie before the header', async () => {
    const headers = { 'accept-language': 'pt-PT', cookie: 'locale=de' }
    expect(await found(headers, '/pt-BR/notes')).toBe('pt-BR path')
    expect(await found(headers, '/notes')).toBe('de cookie')
    expect(await found({ 'accept-language': 'pt-PT' }, '/notes')).toBe('pt-PT header')
  })

  test('a path with the locale in other letters, or a locale that the application lacks, is an ordinary path', async () => {
    expect([await found({}, '/PT-br/x'), await found({}, '/fr/x'), await found({}, '/den')]).toEqual(
      Array(3).fill('en default'),
    )
  })

  test('a response that the path has decided has no Vary', async () => {
    const { headers } = await appWith().request('/de/x', { headers: { 'accept-language': 'en' } })
    expect([headers.get('content-language'), headers.get('vary')]).toEqual(['de', null])
  })

  test('the query counts only if it is named, under the name that the option sets', async () => {
    expect(await found({}, '/?locale=de')).toBe('en default')
    expect(await found({}, '/?lang=de-CH', { from: ['query', 'header'], query: 'lang' })).toBe('de query')
    expect(await found({}, '/?locale=__proto__', { from: ['query'] })).toBe('en default')
  })

  test('the option cookie names the cookie', async () => {
    expect(await found({ cookie: 'a=1; language=de' }, '/', { cookie: 'language' })).toBe('de cookie')
    expect(await found({ cookie: `locale=${'x'.repeat(3_000)}` })).toBe('en default')
  })

  test('the user is asked when the route runs, after middleware that knows the user, unless the path has decided', async () => {
    const asked: string[] = []
    const user = async (request: ServerRequest) => {
      asked.push(request.fullPath)
      return request.headers.get('x-user-locale')
    }
    const headers = { 'x-user-locale': 'de', 'accept-language': 'pt' }
    expect(await found(headers, '/notes', { user })).toBe('de user')
    expect(await found(headers, '/pt-PT/notes', { user })).toBe('pt-PT path')
    expect(await found({ 'accept-language': 'pt' }, '/other', { user: () => undefined })).toBe('pt-BR header')
    expect(await found({ ...headers, cookie: 'locale=en' }, '/c', { user, from: ['cookie', 'user'] })).toBe('en cookie')
    expect(asked).toEqual(['/notes'])
  })

  test('middleware before the route, which has read the locale, sees the locale of the user afterwards', async () => {
    const app = new Application({ router: new FindMyWayRouter() }).pipe(i18n({ catalogues, user: () => 'de' }))
    app.pipe(async (request, handler) => {
      const before = request.attribute(LOCALE).code
      const response = await handler(request)
      return text(`${before} ${await response.text()} ${request.attribute(LOCALE).code}`)
    })
    app.get('/', (request) => text(translate(request)('welcome')))
    expect(await (await app.request('/')).text()).toBe('en Willkommen! de')
  })

  test('two requests at once have two languages', async () => {
    const app = new Application().pipe(i18n({ catalogues })).pipe(async (request) => {
      const t = translate(request)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return text(`${t('welcome')} ${translate(request)('welcome')}`)
    })
    const ask = async (language: string) =>
      (await app.request('/', { headers: { 'accept-language': language } })).text()
    expect(await Promise.all(['de', 'en', 'pt'].map(ask))).toEqual([
      'Willkommen! Willkommen!',
      'Welcome! Welcome!',
      'Boas-vindas! Boas-vindas!',
    ])
  })
})

test('one application that is piped at a prefix for each language makes URLs with the language of the request, and / redirects to the negotiated one', async () => {
  const site = new Application({ router: new FindMyWayRouter() })
  site.get(
    '/notes',
    (request) => json([translate(request)('welcome'), urlFor(request, 'notes'), urlFor(request, 'home')]),
    'notes',
  )
  site.get('/', (request) => text(request.attribute(LOCALE).code), 'home')
  const texts = translations({ catalogues })
  const app = new Application({ router: new FindMyWayRouter() }).pipe(i18n({ translations: texts }))
  for (const locale of texts.locales) app.pipe(`/${locale}` as '/de', site)
  app.get('/', (request) => redirect(`/${request.attribute(LOCALE).code}/`))

  expect(await (await app.request('/de/notes')).json()).toEqual(['Willkommen!', '/de/notes', '/de/'])
  expect(await (await app.request('/pt-BR/notes')).json()).toEqual(['Boas-vindas!', '/pt-BR/notes', '/pt-BR/'])
  const start = await app.request('/', { headers: { 'accept-language': 'pt-AO' } })
  expect([start.status, start.headers.get('location'), start.headers.get('vary')]).toEqual([
    302,
    '/pt-PT/',
    'cookie, accept-language',
  ])
  expect((await app.request('/fr/notes')).status).toBe(404)
})

test('i18n() inside of the application that is piped at a prefix takes the language from the prefix', async () => {
  const app = new Application().pipe('/shop', new Application().pipe('/de', appWith()))
  expect(await (await app.request('/shop/de/notes')).text()).toBe('de path')
})

test('i18n() refuses unknown and invalid options, and says what to write', () => {
  expect(() => i18n({ local: ['en'] } as never)).toThrow('i18n(): unknown option "local". Did you mean "locales"?')
  expect(() => i18n({ from: ['heder'] as never })).toThrow(
    'i18n(): "from" must be a list of items, each "path" or "query"',
  )
  expect(() => i18n({ from: ['user'] })).toThrow('"from" has "user", but there is no option "user"')
  expect(() => i18n({ locales: ['de_AT'] })).toThrow('"de_AT" is not the code of a language. Write one of BCP 47')
  expect(() => i18n({ locales: [] })).toThrow('the list "locales" is empty')
  expect(() => i18n({ locales: ['de'], default: 'en' })).toThrow('the default "en" is not among the locales de')
  expect(() => i18n({ translations: translations(), locales: ['de'] })).toThrow(
    '"locales" is an option of translations()',
  )
  expect(() => i18n({ catalogues: { en: { note: { title: 7 } } } as never })).toThrow('a value at "en.note.title"')
})

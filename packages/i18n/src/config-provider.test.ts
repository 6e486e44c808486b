import { type ConfigSource, defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, json, type ServerRequest, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { configProvider, LOCALE, TRANSLATIONS_SERVICE, type Translations, translate, zodMessages } from './index.ts'

/** The catalogues that a package brings, for more languages than the application has. */
const acme = () => ({
  i18n: {
    catalogues: {
      en: { acme: { basket: 'Your basket', pay: 'Pay' } },
      de: { acme: { basket: 'Ihr Warenkorb', pay: 'Bezahlen' } },
      fr: { acme: { basket: 'Votre panier', pay: 'Payer' } },
    },
  },
})

const seen = (request: ServerRequest) => {
  const t = translate(request)
  return json([request.attribute(LOCALE).code, t('acme.basket'), t('acme.pay')])
}
const rest = {
  dependencies: { services: { seen, '@app/router/RouterInterface': new FindMyWayRouter() } },
  middleware_pipeline: { rest: { middleware: seen } },
}

async function containerWith(...sources: readonly ConfigSource[]) {
  const config = await resolveConfig(defineConfig([core, configProvider, rest, ...sources]), { env: {} })
  return createContainer(config)
}

async function applicationWith(...sources: readonly ConfigSource[]): Promise<Application> {
  return (await containerWith(...sources)).get(Application.SERVICE)
}

test('the pipeline entry @app/i18n needs no configuration', async () => {
  const app = await applicationWith({ middleware_pipeline: { rest: { middleware: () => text('x') } } })
  await app.check()
  expect(app.describe().items[0]?.entry).toMatchObject({ key: 'middleware_pipeline.@app/i18n', priority: 10_400 })
})

test('the application overrides single messages of a package, and chooses among its languages', async () => {
  const own = { i18n: { locales: ['en', 'de'], catalogues: { de: { acme: { basket: 'Dein Korb' } } } } }
  const app = await applicationWith(acme, own)
  const ask = async (language: string) => (await app.request('/', { headers: { 'accept-language': language } })).json()
  expect(await ask('de')).toEqual(['de', 'Dein Korb', 'Bezahlen'])
  expect(await ask('fr')).toEqual(['en', 'Your basket', 'Pay'])
})

test('the service of the translations translates without a request, as for mails', async () => {
  const texts = (await containerWith(acme)).get(TRANSLATIONS_SERVICE) as Translations
  expect([texts.translator('fr')('acme.pay'), texts.default]).toEqual(['Payer', 'en'])
})

test('the section takes functions, and names of services for the user and for schema libraries', async () => {
  const app = await applicationWith(acme, {
    i18n: { from: ['user'], user: 'acme/locale', validation: ['acme/zod', zodMessages()] },
    dependencies: { services: { 'acme/locale': () => 'fr', 'acme/zod': zodMessages() } },
    routes: [{ path: '/pay', middleware: seen, allowed_methods: ['GET'] }],
    middleware_pipeline: { rest: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] } },
  })
  await app.check()
  expect(await (await app.request('/pay')).json()).toEqual(['fr', 'Votre panier', 'Payer'])
})

test('a wrong section is an error that names the option and where it was set', async () => {
  const wrong = (section: object) => applicationWith(acme, () => ({ i18n: section })).then((app) => app.check())
  await expect(wrong({ form: ['path'] })).rejects.toThrow(/i18n.*unknown option "form". Did you mean "from"\?/)
  await expect(wrong({ default: 'it' })).rejects.toThrow('the default "it" is not among the locales en, de, fr')
  await expect(wrong({ from: ['user'], user: 'acme/locale' })).rejects.toThrow('no service "acme/locale"')
  await expect(wrong({ catalogues: { de: { acme: { pay: '{' } } } })).rejects.toThrow('The message "acme.pay" in de')
})

test('the section of a package may hold more than messages: a schema of a package with keys as messages is translated', async () => {
  const { readForm } = await import('@app/view')
  const app = await applicationWith(acme, {
    middleware_pipeline: {
      rest: {
        middleware: async (request: ServerRequest) =>
          json((await readForm(request, z.object({ basket: z.string('acme.basket') }))).form.messages),
      },
    },
  })
  const init = { method: 'POST', body: new URLSearchParams({ a: 'b' }), headers: { 'accept-language': 'de' } }
  expect(await (await app.request('/', init)).json()).toEqual({ basket: ['Ihr Warenkorb'] })
})

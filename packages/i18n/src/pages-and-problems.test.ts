import { Application, HttpError, html } from '@app/core'
import { ProblemDetailsError, problemDetails } from '@app/problem-details'
import { markup, render, type TemplateRenderer, view } from '@app/view'
import { describe, expect, test } from 'vitest'
import { i18n, translate, translatedProblem } from './index.ts'

const catalogues = {
  en: { welcome: 'Welcome, {name}!' },
  de: {
    welcome: 'Willkommen, {name}!',
    problems: {
      404: { title: 'Nicht gefunden' },
      taken: { title: 'Vergeben', detail: 'Der Name {name} ist vergeben.' },
      ACME_FULL: { detail: 'Es ist kein Platz mehr.' },
    },
  },
}
const german = { headers: { 'accept-language': 'de' } }

describe('pages', () => {
  test('templates have the translator as app.t and the code of the locale as app.locale', async () => {
    interface Values {
      readonly app: { readonly locale?: string; readonly t?: (key: string, values?: object) => string }
    }
    const renderer: TemplateRenderer = {
      render: (_name, data) => {
        const { app } = data as unknown as Values
        return `<html lang="${app.locale}">${app.t?.('welcome', { name: 'Ada' })}`
      },
    }
    const page = new Application().pipe(view({ renderer })).pipe(i18n({ catalogues }))
    const response = await page.pipe((request) => render(request, 'home')).request('/', german)
    expect([await response.text(), response.headers.get('content-language')]).toEqual([
      '<html lang="de">Willkommen, Ada!',
      'de',
    ])
    const without = new Application().pipe(view({ renderer })).pipe((request) => render(request, 'home'))
    expect(await (await without.request('/', german)).text()).toBe('<html lang="undefined">undefined')
  })

  test('markup escapes the values of a message', async () => {
    const app = new Application().pipe(i18n({ catalogues })).pipe((request) => {
      return html(markup`<p>${translate(request)('welcome', { name: '<script>' })}</p>`)
    })
    expect(await (await app.request('/', german)).text()).toBe('<p>Willkommen, &lt;script&gt;!</p>')
  })
})

describe('problem details', () => {
  async function problem(error: Error, init: RequestInit = german, front = i18n({ catalogues })) {
    const app = new Application().pipe(front).pipe(problemDetails({ listeners: [], details: translatedProblem }))
    app.pipe(() => {
      throw error
    })
    const response = await app.request('/', init)
    return { body: (await response.json()) as object, language: response.headers.get('content-language') }
  }

  test('a problem is translated by the last segment of its type, with its members as values', async () => {
    const type = 'https://acme.example/problems/taken'
    const taken = new ProblemDetailsError({ status: 409, type, detail: 'The name is taken.', name: 'ada' })
    expect(await problem(taken)).toEqual({
      body: { type, status: 409, title: 'Vergeben', detail: 'Der Name ada ist vergeben.', name: 'ada' },
      language: 'de',
    })
    expect((await problem(taken, {})).body).toMatchObject({ title: 'Conflict', detail: 'The name is taken.' })
  })

  test('a problem is translated by the code of the error, and else by its status', async () => {
    const full = Object.assign(new HttpError(503, 'secret'), { code: 'ACME_FULL' })
    expect((await problem(full)).body).toEqual({
      status: 503,
      title: 'Service Unavailable',
      detail: 'Es ist kein Platz mehr.',
    })
    const missing = new HttpError(404, 'No such note.', { expose: true })
    expect((await problem(missing)).body).toEqual({ status: 404, title: 'Nicht gefunden', detail: 'No such note.' })
  })

  test('a request that nothing answers gets a translated 404', async () => {
    const app = new Application().pipe(i18n({ catalogues })).pipe(problemDetails({ details: translatedProblem }))
    expect(await (await app.request('/none', german)).json()).toEqual({ title: 'Nicht gefunden', status: 404 })
  })

  test('without i18n() before problemDetails(), a problem stays as it is', async () => {
    const app = new Application().pipe(problemDetails({ details: translatedProblem })).pipe(() => {
      throw new HttpError(404)
    })
    expect(await (await app.request('/', german)).json()).toEqual({ title: 'Not Found', status: 404 })
  })
})

import { Application, html, json, type ServerRequest } from '@app/core'
import { endpoint, type StandardSchemaV1 } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { markup, readForm } from '@app/view'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { de as zodDe } from 'zod/locales'
import * as mini from 'zod/mini'
import { i18n, type SchemaMessages, translatedProblem, valibotMessages, zodMessages } from './index.ts'

const catalogues = {
  en: { note: { 'title-missing': 'A note needs a title.' } },
  de: {
    note: { 'title-missing': 'Eine Notiz braucht einen Titel.' },
    validation: {
      zod: { too_big: 'Höchstens {maximum, plural, one {# Zeichen} other {# Zeichen}}.' },
      valibot: { max_length: 'Höchstens {requirement} Zeichen.', number: 'Hier fehlt eine Zahl.' },
      arktype: {
        maxLength: 'Höchstens {rule} Zeichen.',
        domain: 'Hier fehlt {domain, select, number {eine Zahl} other {etwas anderes}}.',
        required: 'Das fehlt.',
      },
    },
  },
}

/** The same body in each library: a title of ten characters at most, a size, and a tag whose message is a key. */
const bodies = {
  zod: z.object({ title: z.string().max(10), size: z.number(), tag: z.string().min(1, 'note.title-missing') }),
  'zod/mini': mini.object({
    title: mini.string().check(mini.maxLength(10)),
    size: mini.number(),
    tag: mini.string().check(mini.minLength(1, 'note.title-missing')),
  }),
  valibot: v.object({
    title: v.pipe(v.string(), v.maxLength(10)),
    size: v.number(),
    tag: v.pipe(v.string(), v.minLength(1, 'note.title-missing')),
  }),
  arktype: type({
    title: 'string <= 10',
    size: 'number',
    tag: type('string >= 1').configure({ message: () => 'note.title-missing' }),
  }),
}

const GERMAN: Readonly<Record<keyof typeof bodies, readonly [title: string, size: string]>> = {
  zod: ['Höchstens 10 Zeichen.', 'Ungültige Eingabe: erwartet Zahl, erhalten string'],
  'zod/mini': ['Höchstens 10 Zeichen.', 'Ungültige Eingabe: erwartet Zahl, erhalten string'],
  valibot: ['Höchstens 10 Zeichen.', 'Hier fehlt eine Zahl.'],
  arktype: ['Höchstens 10 Zeichen.', 'Hier fehlt eine Zahl.'],
}

const validation = [zodMessages({ de: zodDe() }), valibotMessages(v)]

function serving(body: StandardSchemaV1, libraries: readonly SchemaMessages[] = validation): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(i18n({ catalogues, validation: libraries })).pipe(problemDetails({ details: translatedProblem }))
  app.route(implement(endpoint({ method: 'POST', path: '/notes', body, responses: { 204: null } }), () => undefined))
  app.post('/form', async (request) => json((await readForm(request, body)).form.messages))
  return app
}

async function send(app: Application, language: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'accept-language': language }
  const response = await app.request('/notes', { method: 'POST', headers, body: JSON.stringify(body) })
  const { errors = [] } = response.status === 204 ? {} : ((await response.json()) as { errors?: Issue[] })
  const told = Object.fromEntries(errors.map(({ path, message }) => [path.join('.'), message]))
  return { status: response.status, told, language: response.headers.get('content-language') }
}

interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const wrong = { title: 'far too long', size: 'hunter2', tag: '' }

describe.each(Object.keys(bodies) as (keyof typeof bodies)[])('with schemas of %s', (library) => {
  const [title, size] = GERMAN[library]

  test('the errors of an endpoint are in the language of the request, own messages too, and show no value', async () => {
    const app = serving(bodies[library])
    const answer = await send(app, 'de', wrong)
    expect(answer).toEqual({
      status: 422,
      told: { title, size, tag: 'Eine Notiz braucht einen Titel.' },
      language: 'de',
    })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  test('two requests at once get messages in two languages', async () => {
    const app = serving(bodies[library])
    const alone = await send(app, 'en', wrong)
    expect(alone.told.tag).toBe('A note needs a title.')
    expect(alone.told.title).not.toBe(title)
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(app, index % 2 === 0 ? 'de' : 'en', wrong)),
    )
    for (const [index, { told }] of many.entries()) {
      expect(told).toEqual(index % 2 === 0 ? { title, size, tag: 'Eine Notiz braucht einen Titel.' } : alone.told)
    }
  })

  test('a request that fits depends on no language', async () => {
    const fits = { title: 'Tea', size: 1, tag: 'red' }
    expect(await send(serving(bodies[library]), 'de', fits)).toEqual({ status: 204, told: {}, language: null })
  })

  test('the messages of a form are in the language of the request', async () => {
    const ask = async (language: string) => {
      const body = new URLSearchParams({ title: 'far too long', tag: '' })
      const answer = await serving(bodies[library]).request('/form', {
        method: 'POST',
        body,
        headers: { 'accept-language': language },
      })
      return (await answer.json()) as Record<string, readonly string[]>
    }
    const [german, english] = await Promise.all([ask('de'), ask('en')])
    expect([german.title, german.tag]).toEqual([[title], ['Eine Notiz braucht einen Titel.']])
    expect([english.title, english.tag]).toEqual([[expect.not.stringMatching('Zeichen')], ['A note needs a title.']])
  })

  test('the schema itself writes the same messages as before', async () => {
    const before = await bodies[library]['~standard'].validate(wrong)
    await send(serving(bodies[library]), 'de', wrong)
    const after = await bodies[library]['~standard'].validate(wrong)
    const messages = (result: StandardSchemaV1.Result<unknown>) =>
      Array.from(result.issues ?? [], ({ message }) => message)
    expect(messages(after)).toEqual(messages(before))
  })
})

test('schemas of zod and valibot with asynchronous parts write their messages in the language of the request', async () => {
  const free = async () => false
  const schemas = [
    z.object({ name: z.string().refine(free, 'note.title-missing'), size: z.number() }),
    v.objectAsync({ name: v.pipeAsync(v.string(), v.checkAsync(free, 'note.title-missing')), size: v.number() }),
  ]
  for (const schema of schemas) {
    expect((await send(serving(schema), 'de', { name: 'x', size: 'y' })).told).toEqual({
      name: 'Eine Notiz braucht einen Titel.',
      size: expect.stringMatching(/fehlt eine Zahl|erwartet Zahl/),
    })
  }
})

test('messages that are registered in valibot for a language count, without the value that they quote', async () => {
  v.setSpecificMessage(v.email, (issue) => `Keine E-Mail: ${issue.received}`, 'de-test')
  const app = serving(v.object({ mail: v.pipe(v.string(), v.email()) }), [valibotMessages(v, { de: 'de-test' })])
  expect((await send(app, 'de', { mail: 'hunter2' })).told).toEqual({ mail: 'Keine E-Mail: string' })
  v.deleteSpecificMessage(v.email, 'de-test')
})

test('a message of arktype without a translation stays, and several errors at one place are translated one by one', async () => {
  const app = serving(type({ mail: 'string.email', code: 'string <= 2 & /^x/', 'more?': "'a' | 'b'" }))
  const { told } = await send(app, 'de', { mail: 'hunter2', code: 'abc', more: 'hunter2' })
  expect(told.mail).toBe('mail must be an email address')
  expect(told.code).toMatch(/Höchstens 2 Zeichen\./)
  expect(JSON.stringify(told)).not.toContain('hunter2')
})

test('another library is translated by an object with its vendor, and without one its messages may be keys', async () => {
  const standard = (message: string): StandardSchemaV1 => ({
    '~standard': { version: 1, vendor: 'acme', validate: () => ({ issues: [{ message, path: ['x'] }] }) },
  })
  const acme: SchemaMessages = {
    vendor: 'acme',
    validate: (_schema, _value, { locale }) => ({ issues: [{ message: `in ${locale}`, path: ['x'] }] }),
  }
  expect((await send(serving(standard('note.title-missing')), 'de', {})).told).toEqual({
    x: 'Eine Notiz braucht einen Titel.',
  })
  expect((await send(serving(standard('any'), [acme]), 'de', {})).told).toEqual({ x: 'in de' })
})

test('a message in a page is escaped like every other text', async () => {
  const app = new Application().pipe(i18n({ catalogues: { en: { x: '<b>No</b>' } }, validation }))
  app.pipe(async (request: ServerRequest) => {
    const { form } = await readForm(request, z.object({ a: z.string('x') }))
    return html(markup`<p>${form.messages.a}</p>`)
  })
  const response = await app.request('/', { method: 'POST', body: new URLSearchParams({ b: '1' }) })
  expect(await response.text()).toBe('<p>&lt;b&gt;No&lt;/b&gt;</p>')
})

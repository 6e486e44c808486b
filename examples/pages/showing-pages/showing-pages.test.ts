import { Application, HttpError } from '@app/core'
import { expect, test } from 'vitest'
import { errorPages, inMarkup } from './in-markup.ts'
import { streamed } from './streamed.ts'
import { withEngine } from './with-engine.ts'

/**
 * A visitor whose browser sends no `Sec-Fetch-Site`, as before 2020. It keeps cookies, and sends the CSRF token of the
 * last form.
 */
class Visitor {
  readonly #app: Application
  readonly #cookies = new Map<string, string>()
  #token = ''

  constructor(app: Application) {
    this.#app = app
  }

  async ask(path: string, fields?: Record<string, string>): Promise<readonly [status: number, said: string]> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = fields && new URLSearchParams({ ...fields, csrf: this.#token })
    const init = body ? { method: 'POST', body, headers: { cookie } } : { headers: { cookie } }
    const response = await this.#app.fetch(new Request(`https://notes.example${path}`, init))
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? []
      this.#cookies.set(name, value)
    }
    const said = response.headers.get('location') ?? (await response.text())
    this.#token = /name="csrf" value="([^"]+)"/.exec(said)?.[1] ?? this.#token
    return [response.status, said]
  }
}

test.each([
  ['the template tag markup', inMarkup],
  ['the template engine Eta', withEngine],
])('with %s, a form with mistakes is shown again; the page after a correct form has a message', async (_how, app) => {
  const visitor = new Visitor(app)
  expect(await visitor.ask('/new')).toEqual([200, expect.stringContaining('<h1>New note</h1>')])
  const [status, page] = await visitor.ask('/new', { title: '  ', text: '\n</textarea><b>' })
  expect(status).toBe(422)
  expect(page).toContain('<em>A note has a title.</em>')
  expect(page).toContain('<textarea name="text">\n\n&lt;/textarea&gt;&lt;b&gt;</textarea>')
  expect(await visitor.ask('/new', { title: '<Tea>' })).toEqual([303, '/'])
  const [, list] = await visitor.ask('/')
  expect(list).toContain('<p role="status">Saved.</p>')
  expect(list).toContain('<li><b>&lt;Tea&gt;</b>')
  expect((await visitor.ask('/'))[1]).not.toContain('Saved.')
  expect(await visitor.ask('/new', { title: '<Tea>' })).toEqual([422, expect.stringContaining('This note is there.')])
})

test('a form without the CSRF token of its page is refused', async () => {
  for (const app of [inMarkup, withEngine]) {
    const visitor = new Visitor(app)
    await visitor.ask('/new')
    const headers = { cookie: '__Host-csrf=x' }
    const init = { method: 'POST', body: new URLSearchParams({ title: 'x' }), headers }
    expect((await app.fetch(new Request('https://notes.example/new', init))).status).toBe(403)
  }
})

test('a page for an error has the layout and keeps the status, also if the request was refused before it had a session', async () => {
  const closed = new Application().pipe(errorPages).pipe(() => {
    throw new HttpError(503)
  })
  const headers = { 'sec-fetch-site': 'cross-site' }
  const refused = await inMarkup.request('/new', { method: 'POST', headers })
  const answers = [refused, await closed.request('/'), await inMarkup.request('/missing')]
  expect(answers.map(({ status }) => status)).toEqual([403, 503, 404])
  for (const answer of answers) expect(await answer.text()).toContain('<html lang="en">')
})

test('a page with an async iterable has all values of the iterable, whether the page is sent in parts or as a whole', async () => {
  const page = await (await streamed.request('/report')).text()
  expect(page).toBe('<h1>Report</h1><ul><li>All is well.</li><li>Nothing &lt;else&gt;.</li></ul>')
  expect(await (await streamed.request('/report/whole')).text()).toBe('<p>All is well.Nothing &lt;else&gt;.</p>')
})

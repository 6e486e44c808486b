import type { Application } from '@app/core'
import { expect, test } from 'vitest'
import { configured } from './configured.ts'
import { inCode } from './in-code.ts'
import { addUser } from './users.ts'

/** A visitor with a browser that keeps one cookie. */
class Visitor {
  readonly #app: Application
  cookie = ''

  constructor(app: Application) {
    this.#app = app
  }

  async ask(path: string, fields?: Record<string, string>): Promise<[status: number, said: string]> {
    const headers = { cookie: this.cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
    const response = await this.#app.fetch(new Request(`https://www.site.example${path}`, init))
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.cookie = set.split(';', 1)[0] ?? ''
    return [response.status, response.headers.get('location') ?? (await response.text())]
  }
}

const PASSWORD = 'correct horse battery'

test.each([
  ['an application in code', inCode, 'Ada'],
  ['a configured application', configured, 'Eve'],
])('%s lets a visitor go from the sign-up form to the guarded area, and log out again', async (_how, app, name) => {
  await app.check()
  const visitor = new Visitor(app)
  expect(await visitor.ask('/')).toEqual([200, 'For everybody.'])
  expect(await visitor.ask('/account')).toEqual([303, '/log-in?return=%2Faccount'])
  expect((await visitor.ask('/sign-up', { name, password: 'short' }))[0]).toBe(422)
  expect(await visitor.ask('/sign-up', { name, password: PASSWORD })).toEqual([303, '/account'])
  expect(await visitor.ask('/account')).toEqual([200, `You are ${name}.`])
  expect((await visitor.ask('/reports'))[0]).toBe(403)
  expect((await visitor.ask('/notes/nobody'))[0]).toBe(403)
  expect(await visitor.ask('/log-out', {})).toEqual([303, '/'])
  expect(await visitor.ask('/account')).toEqual([303, '/log-in?return=%2Faccount'])
  expect((await visitor.ask('/log-in', { name, password: 'wrong' }))[0]).toBe(422)
  expect(await visitor.ask('/log-in?return=%2Freports', { name, password: PASSWORD })).toEqual([303, '/reports'])
})

test('a user with a role gets the pages that require the role, and each user gets their own notes', async () => {
  const auditor = await addUser('Bob', PASSWORD, ['auditor'])
  for (const app of [inCode, configured]) {
    const visitor = new Visitor(app)
    await visitor.ask('/log-in', { name: 'Bob', password: PASSWORD })
    expect(await visitor.ask('/reports')).toEqual([200, 'All is well.'])
    expect(await visitor.ask(`/notes/${auditor?.id}`)).toEqual([200, `Notes of ${auditor?.id}.`])
  }
})

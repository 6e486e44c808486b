import { expect, test, vi } from 'vitest'
import app from '../../app.ts' // if modular
import app from '../app.ts' // if not modular
import { Accounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import { emailFrom } from './email.ts'
import { sentInTests } from './mail.ts'

// Hashing a password is slow on purpose, so these tests need more time.
vi.setConfig({ testTimeout: 60_000 })

const PASSWORD = 'correct horse battery'

/** A minimal browser: it keeps cookies, and says that its requests are from the same site. */
class Visitor {
  readonly #cookies = new Map<string, string>()

  async ask(path: string, form?: Readonly<Record<string, string>>) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin' }
    const body = form && new URLSearchParams(form)
    const response = await app.request(path, { headers, ...(body && { method: 'POST', body }) })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const [location, caching] = [response.headers.get('location'), response.headers.get('cache-control')]
    return { status: response.status, location, caching, text: await response.text() }
  }
}

/** Asks for a mail to set a new password, and returns the path of the link in it. */
async function mailedLink(email: string): Promise<string> {
  const before = sentInTests.length
  expect((await new Visitor().ask('/forgotten', { email })).text).toContain('If the address has an account')
  await vi.waitFor(() => expect(sentInTests).toHaveLength(before + 1), 10_000)
  const mail = sentInTests.at(-1)
  expect(mail?.to).toBe(email)
  return /http:\/\/localhost:8080(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a visitor who signs up is logged in, and can log out and in again', async () => {
  const ada = new Visitor()
  expect((await ada.ask('/account')).location).toBe('/log-in?return=%2Faccount')
  expect((await ada.ask('/sign-up', { email: 'ada@site.example', password: PASSWORD })).location).toBe('/account')
  expect((await ada.ask('/account')).text).toContain('You are ada@site.example.')
  expect((await ada.ask('/log-out', {})).location).toBe('/')
  const { location } = await ada.ask('/account')
  expect((await ada.ask(location ?? '', { email: 'ADA@site.example', password: PASSWORD })).location).toBe('/account')
  expect((await ada.ask('/nowhere')).text).toContain('ada@site.example')
})

test('logging out everywhere ends the sessions of the account, and no sessions of other accounts', async () => {
  const form = { email: 'dora@site.example', password: PASSWORD }
  const [atHome, atWork, other] = [new Visitor(), new Visitor(), new Visitor()]
  await atHome.ask('/sign-up', form)
  await atWork.ask('/log-in', form)
  await other.ask('/sign-up', { ...form, email: 'finn@site.example' })
  expect((await atHome.ask('/log-out-everywhere', {})).location).toBe('/')
  expect((await atWork.ask('/account')).location).toBe('/log-in?return=%2Faccount')
  expect((await other.ask('/account')).status).toBe(200)
  expect((await atWork.ask('/log-in', form)).location).toBe('/account')
})

test('no cache keeps the account page', async () => {
  const gus = new Visitor()
  await gus.ask('/sign-up', { email: 'gus@site.example', password: PASSWORD })
  expect((await gus.ask('/account')).caching).toBe('no-store')
})

test('a visitor who has not logged in gets a 404 for a missing page, and a 401 for a path that is not public', async () => {
  const stranger = new Visitor()
  expect((await stranger.ask('/nowhere')).status).toBe(404)
  expect((await stranger.ask('/log-out-everywhere', {})).status).toBe(401)
})

test('an address can have only one account, and a password has 12 characters at least and 200 at most', async () => {
  const bob = { email: 'bob@site.example', password: PASSWORD }
  await new Visitor().ask('/sign-up', bob)
  const again = await new Visitor().ask('/sign-up', bob)
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('There is an account of this address.')])
  const short = await new Visitor().ask('/sign-up', { email: 'eve@site.example', password: 'short' })
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('12 characters')])
  const long = await new Visitor().ask('/sign-up', { email: 'eve@site.example', password: 'long '.repeat(50) })
  expect([long.status, long.text]).toEqual([422, expect.stringContaining('200 characters at most')])
})

test('a mailed link sets a new password once, and ends the sessions of the account', async () => {
  const form = { email: 'jo@site.example', password: PASSWORD }
  const jo = new Visitor()
  await jo.ask('/sign-up', form)
  const [earlier, link] = [await mailedLink(form.email), await mailedLink(form.email)]
  // Programs that scan mail open links.
  for (let scan = 0; scan < 2; scan++) expect((await new Visitor().ask(link)).status).toBe(200)
  expect((await jo.ask(link, { password: 'short' })).status).toBe(422)
  expect((await jo.ask(link, { password: 'another battery' })).location).toBe('/log-in')
  expect((await jo.ask('/account')).location).toBe('/log-in?return=%2Faccount')
  for (const used of [link, earlier]) expect((await jo.ask(used, { password: 'a third battery' })).status).toBe(410)
  expect((await jo.ask('/log-in', form)).status).toBe(422)
  expect((await jo.ask('/log-in', { ...form, password: 'another battery' })).location).toBe('/account')
})

// if transactions
test('a closed account is gone, and its id is noted', async () => {
  const form = { email: 'max@site.example', password: PASSWORD }
  const max = new Visitor()
  await max.ask('/sign-up', form)
  expect((await max.ask('/close-account', {})).location).toBe('/')
  expect((await max.ask('/log-in', form)).status).toBe(422)
  expect((await max.ask('/sign-up', form)).location).toBe('/account')
})

// end
test('for an address without an account the response is the same, and no mail is sent', async () => {
  await new Visitor().ask('/sign-up', { email: 'kim@site.example', password: PASSWORD })
  const [known, unknown] = await Promise.all(
    ['kim@site.example', 'nobody@site.example'].map((email) => new Visitor().ask('/forgotten', { email })),
  )
  expect(unknown).toEqual(known)
  await vi.waitFor(() => expect(sentInTests.at(-1)?.to).toBe('kim@site.example'), 10_000)
  expect(sentInTests.filter(({ to }) => to === 'nobody@site.example')).toEqual([])
})

test('the log-in accepts a password that a project of version 1.0.0 has hashed, and hashes it anew', async () => {
  using database = openDatabase()
  const accounts = new Accounts(database)
  const hash = '2$1$1$c2FsdA$bRm2DfyC4C1eD01xOlbSxeXyvS-DvVxouPkZIpNxx9U'
  database.prepare("INSERT INTO accounts (id, email, hash) VALUES ('7', 'lea@site.example', ?)").run(hash)
  const account = { id: '7', email: 'lea@site.example', version: 1 }
  const logIn = (password: string) => accounts.withPassword(emailFrom('lea@site.example'), password)
  expect(await logIn('wonders')).toBeUndefined()
  expect(await logIn('wonder')).toEqual(account)
  expect(database.prepare('SELECT hash FROM accounts').get()?.hash).toMatch(/^\$scrypt\$/)
  expect(await logIn('wonder')).toEqual(account)
})

test('a wrong password and an unknown address get the same response', async () => {
  await new Visitor().ask('/sign-up', { email: 'cleo@site.example', password: PASSWORD })
  const wrong = await new Visitor().ask('/log-in', { email: 'cleo@site.example', password: 'a guess of somebody' })
  const unknown = await new Visitor().ask('/log-in', { email: 'nobody@site.example', password: 'a guess of somebody' })
  expect([wrong.status, unknown.status]).toEqual([422, 422])
  expect(wrong.text.replaceAll('cleo', 'nobody')).toBe(unknown.text)
})

test('an account allows twenty guesses of its password in an hour, in whatever spelling of the address', async () => {
  // A string that is longer than any password is not hashed, so that the guess is fast.
  const guess = (email: string) => new Visitor().ask('/log-in', { email, password: 'x'.repeat(201) })
  const written = ['hal@site.example', 'HAL@site.example', ' hal@\u017Fite.example']
  const statuses: number[] = []
  for (let count = 0; count < 22; count++) statuses.push((await guess(written[count % 3] ?? '')).status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(statuses.slice(20)).toEqual([429, 429])
  expect((await guess('iris@site.example')).status).toBe(422)
})

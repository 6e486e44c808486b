import { createVisitor, type Visitor } from '@app/testing'
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

const formOf = (name: string, password = PASSWORD) => ({ email: `${name}@site.example`, password })

/** Opens a page and sends its form; returns the page to which that leads. */
async function fill(path: string, fields: Readonly<Record<string, string>>, visitor: Visitor = createVisitor(app)) {
  await visitor.get(path)
  return visitor.submit(new URL(visitor.page.url).pathname, fields)
}

async function signedUp(name: string): Promise<Visitor> {
  const visitor = createVisitor(app)
  expect((await fill('/sign-up', formOf(name), visitor)).path).toBe('/account')
  return visitor
}

/** Asks for a mail to set a new password, and returns the path of the link in it. */
async function mailedLink(email: string): Promise<string> {
  const before = sentInTests.length
  expect((await fill('/forgotten', { email })).text).toContain('If the address has an account')
  await vi.waitFor(() => expect(sentInTests).toHaveLength(before + 1), 10_000)
  expect(sentInTests.at(-1)?.to).toBe(email)
  return /http:\/\/localhost:8080(\S+)/.exec(sentInTests.at(-1)?.text ?? '')?.[1] ?? ''
}

test('a visitor who signs up is logged in, and can log out and in again', async () => {
  const ada = await signedUp('ada')
  expect(ada.page.text).toContain('You are ada@site.example.')
  expect((await ada.click('Log out')).path).toBe('/')
  expect((await ada.get('/account')).path).toMatch(/^\/log-in/)
  expect((await fill('/account', formOf('ADA'), ada)).path).toBe('/account')
  expect((await ada.get('/nowhere')).text).toContain('ada@site.example')
})

// if authentication-oidc
test('without the variables of a provider, nobody is offered to log in there', async () => {
  expect((await createVisitor(app).get('/log-in')).text).not.toContain('Log in with')
  expect((await createVisitor(app).get('/log-in/oidc')).status).toBe(404)
  expect((await signedUp('moe')).page.text).not.toContain('Link to')
})

// end
test('logging out everywhere ends the sessions of the account, and no sessions of other accounts', async () => {
  const [atHome, atWork, other] = [await signedUp('dora'), createVisitor(app), await signedUp('finn')]
  await fill('/log-in', formOf('dora'), atWork)
  expect((await atHome.click('Log out everywhere')).path).toBe('/')
  expect((await atWork.get('/account')).path).toMatch(/^\/log-in/)
  expect((await other.get('/account')).path).toBe('/account')
  expect((await fill('/log-in', formOf('dora'), atWork)).path).toBe('/account')
})

test('no cache keeps the account page', async () => {
  const gus = await signedUp('gus')
  expect((await gus.get('/account')).headers.get('cache-control')).toBe('no-store')
})

test('a visitor who has not logged in gets a 404 for a missing page, and a 401 for a path that is not public', async () => {
  const stranger = createVisitor(app)
  expect((await stranger.get('/nowhere')).status).toBe(404)
  expect((await stranger.request('/log-out-everywhere', { method: 'POST' })).status).toBe(401)
})

test('an address can have only one account, and a password has 12 characters at least and 200 at most', async () => {
  await signedUp('bob')
  const again = await fill('/sign-up', formOf('bob'))
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('There is an account of this address.')])
  const short = await fill('/sign-up', formOf('eve', 'short'))
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('12 characters')])
  const long = await fill('/sign-up', formOf('eve', 'long '.repeat(50)))
  expect([long.status, long.text]).toEqual([422, expect.stringContaining('200 characters at most')])
})

test('a mailed link sets a new password once, and ends the sessions of the account', async () => {
  const [jo, email] = [await signedUp('jo'), 'jo@site.example']
  const [earlier, link] = [await mailedLink(email), await mailedLink(email)]
  // Programs that scan mail open links.
  for (let scan = 0; scan < 2; scan++) expect((await createVisitor(app).get(link)).status).toBe(200)
  expect((await fill(link, { password: 'short' })).status).toBe(422)
  expect((await fill(link, { password: 'another battery' })).path).toBe('/log-in')
  expect((await jo.get('/account')).path).toMatch(/^\/log-in/)
  for (const used of [link, earlier]) expect((await jo.get(used)).status).toBe(410)
  expect((await fill('/log-in', formOf('jo'))).status).toBe(422)
  expect((await fill('/log-in', formOf('jo', 'another battery'))).path).toBe('/account')
})

// if transactions
test('a closed account is gone, and its address is free', async () => {
  const max = await signedUp('max')
  expect((await max.click('Close the account')).path).toBe('/')
  expect((await fill('/log-in', formOf('max'))).status).toBe(422)
  await signedUp('max')
})

// end
test('for an address without an account the response is the same, and no mail is sent', async () => {
  await signedUp('kim')
  const unknown = await fill('/forgotten', { email: 'nobody@site.example' })
  const known = await fill('/forgotten', { email: 'kim@site.example' })
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
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
  await signedUp('cleo')
  const wrong = await fill('/log-in', formOf('cleo', 'a guess of somebody'))
  const unknown = await fill('/log-in', formOf('nobody', 'a guess of somebody'))
  expect([wrong.status, unknown.status]).toEqual([422, 422])
  expect(wrong.body.replaceAll('cleo', 'nobody')).toBe(unknown.body)
})

test('an account allows twenty guesses of its password in an hour, in whatever spelling of the address', async () => {
  // A string that is longer than any password is not hashed, so that the guess is fast.
  const guess = async (email: string) => (await fill('/log-in', { email, password: 'x'.repeat(201) })).status
  const written = ['hal@site.example', 'HAL@site.example', ' hal@\u017Fite.example']
  const statuses: number[] = []
  for (let count = 0; count < 22; count++) statuses.push(await guess(written[count % 3] ?? ''))
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(statuses.slice(20)).toEqual([429, 429])
  expect(await guess('iris@site.example')).toBe(422)
})

import { type IssuedClaims, startIssuer } from '@app/authentication-oidc/testing'
import { createVisitor, type Visitor } from '@app/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { sentInTests } from './mail.ts'

// Hashing a password is slow on purpose, so these tests need more time.
vi.setConfig({ testTimeout: 60_000 })

const issuer = await startIssuer()
vi.stubEnv('OIDC_ISSUER', issuer.url)
vi.stubEnv('OIDC_CLIENT_ID', 'app')
vi.stubEnv('OIDC_CLIENT_SECRET', 'secret')
vi.stubEnv('OIDC_NAME', 'Acme')
const { default: app } = await import('../../app.ts') // if modular
const { default: app } = await import('../app.ts') // if not modular

afterAll(async () => {
  vi.unstubAllEnvs()
  await issuer.close()
})

const PASSWORD = 'correct horse battery'

/** Logs in at the provider as a user; returns the page to which that leads. */
async function logIn(user: IssuedClaims, visitor: Visitor = createVisitor(app)) {
  issuer.user = user
  await visitor.get('/log-in')
  const { headers } = await visitor.click('Log in with Acme')
  return visitor.get(await issuer.visit(headers.get('location')))
}

/** Links the visitor's account to a user of the provider; returns the page to which that leads. */
async function link(user: IssuedClaims, visitor: Visitor) {
  issuer.user = user
  await visitor.get('/account')
  const page = await visitor.click('Link to Acme')
  return visitor.get(await issuer.visit(page.links[0]?.href ?? null))
}

async function signedUp(email: string): Promise<Visitor> {
  const visitor = createVisitor(app)
  await visitor.get('/sign-up')
  expect((await visitor.submit('/sign-up', { email, password: PASSWORD })).path).toBe('/account')
  return visitor
}

test('the first log-in of a user at the provider makes an account, and the next one finds it', async () => {
  for (const email of ['ada@site.example', 'ada@new.example']) {
    const page = await logIn({ sub: 'ada', email, email_verified: true })
    expect([page.path, page.text]).toEqual(['/account', expect.stringContaining('You are ada@site.example.')])
    expect(page.text).toContain('You can log in with Acme.')
  }
})

test('a visitor who wants a page gets it after the log-in at the provider', async () => {
  const visitor = createVisitor(app)
  issuer.user = { sub: 'ada' }
  await visitor.get('/account?tab=1')
  const { headers } = await visitor.click('Log in with Acme')
  expect((await visitor.get(await issuer.visit(headers.get('location')))).url).toMatch(/\/account\?tab=1$/)
})

test('an account of the same address is not linked by the address alone, but by the visitor who has logged in to it', async () => {
  const bob = await signedUp('bob@site.example')
  const user = { sub: 'bob', email: 'bob@site.example', email_verified: true }
  expect((await logIn(user)).text).toContain('There is an account of your address.')
  expect((await link(user, bob)).text).toContain('You can log in with Acme.')
  expect((await logIn(user)).text).toContain('You are bob@site.example.')
})

test('a user of the provider who has an account cannot be linked to another one', async () => {
  await logIn({ sub: 'cleo', email: 'cleo@site.example' })
  const dan = await signedUp('dan@site.example')
  const page = await link({ sub: 'cleo' }, dan)
  expect(page.text).toContain('You are dan@site.example. You have another account')
  expect((await logIn({ sub: 'cleo' })).text).toContain('You are cleo@site.example.')
})

test('a mailed link to set a password ends the log-ins at the provider', async () => {
  const user = { sub: 'eve', email: 'owner@site.example' }
  await logIn(user)
  const owner = createVisitor(app)
  await owner.get('/forgotten')
  await owner.submit('/forgotten', { email: user.email })
  await vi.waitFor(() => expect(sentInTests.at(-1)?.to).toBe(user.email), 10_000)
  await owner.get(/http:\/\/localhost:8080(\S+)/.exec(sentInTests.at(-1)?.text ?? '')?.[1] ?? '')
  expect((await owner.submit(undefined, { password: PASSWORD })).path).toBe('/log-in')
  expect((await logIn(user)).text).toContain('There is an account of your address.')
})

test('a user without an address gets no account', async () => {
  expect((await logIn({ sub: 'finn' })).text).toContain('Acme has told none.')
})

// if transactions
test('a closed account is gone for the provider too: the next log-in there makes a new one', async () => {
  const gus = createVisitor(app)
  const user = { sub: 'gus', email: 'gus@site.example' }
  await logIn(user, gus)
  expect((await gus.click('Close the account')).path).toBe('/')
  expect((await logIn(user)).text).toContain('You are gus@site.example.')
})

// end
test('a visitor who cancels at the provider comes back to the log-in page', async () => {
  const visitor = createVisitor(app)
  await visitor.get('/log-in')
  const asked = new URL((await visitor.click('Log in with Acme')).headers.get('location') ?? '').searchParams
  const answer = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '', iss: issuer.url })
  const page = await visitor.get(`${asked.get('redirect_uri')}?${answer}`)
  expect(page.text).toContain('The log-in was cancelled.')
  expect(page.path).toMatch(/^\/log-in/)
})

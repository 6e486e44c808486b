import { expect, test } from 'vitest'
import { Browser, SITE } from './browser.test.helper.ts'
import { FakeIssuer } from './fake-issuer.test.helper.ts'
import type { OidcIdentify, OidcOptions } from './index.ts'
import { site } from './site.test.helper.ts'

/** The accounts of users at the provider. A user without one has that of their name. */
function accounts() {
  const owners = new Map<string, string>()
  const identify: OidcIdentify = ({ sub }, _request, { linkTo }) => {
    const owner = owners.get(sub)
    if (linkTo && owner !== undefined && owner !== linkTo.id) return 'This user has another account.'
    if (linkTo) owners.set(sub, linkTo.id)
    return { id: owners.get(sub) ?? sub }
  }
  return { owners, identify }
}

/** A visitor who has logged in as `ada`. */
async function visitor(options: Partial<OidcOptions> = {}) {
  const issuer = await FakeIssuer.start()
  const { owners, identify } = accounts()
  const { app, errors } = site({ providers: { fake: { issuer: issuer.url, clientId: 'app' } }, identify, ...options })
  const browser = new Browser(app)
  const logsIn = async (as: string) => {
    issuer.claims = { sub: as }
    return browser.go(issuer.callback((await browser.send('/log-in/fake')).headers.get('location')))
  }
  const linkBegins = async () => {
    const { headers } = await browser.send('/log-in/fake/link?return=/account', {})
    return /^0;url=(.*)/.exec(headers.get('refresh') ?? '')?.[1] ?? null
  }
  expect((await logsIn('ada')).text).toBe('["ada"]')
  return { issuer, owners, app, errors, browser, logsIn, linkBegins }
}

test('a visitor who has logged in links a user of the provider to their account, and can log in as that user later', async () => {
  const { issuer, owners, browser, logsIn, linkBegins } = await visitor()
  issuer.claims = { sub: 'ada at work' }
  const page = await browser.go(issuer.callback(await linkBegins()))
  expect([page.url, page.text]).toEqual([`${SITE}/account`, '["ada"]'])
  expect([...owners]).toEqual([['ada at work', 'ada']])
  expect((await logsIn('bob')).text).toBe('["bob"]')
  expect((await logsIn('ada at work')).text).toBe('["ada"]')
})

test('a log-in of a visitor who has logged in already links nothing, since any site can make a browser begin it', async () => {
  const { owners, browser, logsIn } = await visitor()
  expect((await logsIn('eve')).text).toBe('["eve"]')
  expect([...owners]).toEqual([])
  expect((await browser.send('/log-in/fake/link')).status).toBe(405)
})

test('a link leads to the provider by a page, which a policy for forms does not stop', async () => {
  const { browser, linkBegins } = await visitor()
  const response = await browser.send('/log-in/fake/link', {})
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await response.text()).toContain('&amp;state=')
  const { searchParams } = new URL((await linkBegins()) ?? '')
  expect(searchParams.get('redirect_uri')).toBe(`${SITE}/log-in/fake/callback`)
})

test('a visitor who has not logged in cannot link', async () => {
  const { app } = await visitor()
  const response = await new Browser(app).send('/log-in/fake/link', {})
  expect([response.status, response.headers.get('refresh')]).toEqual([401, null])
})

test('a link that began before the visitor logged out, or in to another account, links nothing', async () => {
  const { issuer, owners, browser, logsIn, linkBegins } = await visitor()
  const one = issuer.callback(await linkBegins())
  await logsIn('bob')
  expect((await browser.go(one)).text).toContain('The log-in took too long')
  expect([...owners]).toEqual([])
})

test('a link that fails leads back with a notice, and the visitor stays logged in', async () => {
  const { issuer, owners, browser, linkBegins } = await visitor()
  owners.set('bob', 'bob')
  issuer.claims = { sub: 'bob' }
  const refused = await browser.go(issuer.callback(await linkBegins()))
  expect([refused.url, refused.text]).toEqual([`${SITE}/account`, '["ada","This user has another account."]'])
  issuer.answer = { error: 'access_denied', code: undefined }
  const denied = await browser.go(issuer.callback(await linkBegins()))
  expect([denied.url, denied.text]).toEqual([`${SITE}/account`, '["ada","The log-in was cancelled."]'])
})

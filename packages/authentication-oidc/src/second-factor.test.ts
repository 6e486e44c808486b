import { type FactorStore, secondFactor } from '@app/authentication/second-factor'
import { json } from '@app/core'
import { expect, test } from 'vitest'
import { Browser, SITE } from './browser.test.helper.ts'
import { FakeIssuer } from './fake-issuer.test.helper.ts'
import type { OidcOptions } from './index.ts'
import { site } from './site.test.helper.ts'

/** A site at which the users in the map have a second factor, and a browser. */
async function visitor(options: Partial<OidcOptions> = {}) {
  const texts = new Map<string, string>()
  const store: FactorStore = {
    read: (user) => texts.get(user),
    replace: (user, before, after) => {
      if ((texts.get(user) ?? null) !== before) return false
      texts.set(user, String(after))
      return true
    },
  }
  const factor = secondFactor({ issuer: 'Notes', secret: 'site'.repeat(8), store })
  const issuer = await FakeIssuer.start()
  const { app } = site({
    providers: { fake: { issuer: issuer.url, clientId: 'app' } },
    enter: factor.enter,
    ...options,
  })
  app.get('/log-in/code', (request) => json(factor.halfOf(request) ?? 'nobody'))
  const browser = new Browser(app)
  const comesBack = async (as: string) => {
    issuer.claims = { sub: as }
    return browser.go(issuer.callback((await browser.send('/log-in/fake?return=/account')).headers.get('location')))
  }
  return { texts, issuer, browser, comesBack }
}

test('a user with a second factor who comes back from a provider is asked for the code, and is not logged in', async () => {
  const { texts, browser, comesBack } = await visitor()
  texts.set('ada', 'sealed')
  const page = await comesBack('ada')
  expect([page.url, page.text]).toEqual([`${SITE}/log-in/code?return=%2Faccount`, '{"id":"ada"}'])
  expect((await browser.go('/account')).text).toBe('["nobody"]')
})

test('a user without a second factor who comes back from a provider is logged in', async () => {
  const { comesBack } = await visitor()
  const page = await comesBack('bob')
  expect([page.url, page.text]).toEqual([`${SITE}/account`, '["bob"]'])
})

test('a visitor who links a user of a provider to their own account is not asked for the code again', async () => {
  const { texts, issuer, browser, comesBack } = await visitor({
    identify: ({ sub }, _request, { linkTo }) => linkTo ?? { id: sub },
  })
  await comesBack('ada')
  texts.set('ada', 'sealed')
  const { headers } = await browser.send('/log-in/fake/link?return=/account', {})
  issuer.claims = { sub: 'ada at work' }
  const page = await browser.go(issuer.callback(/^0;url=(.*)/.exec(headers.get('refresh') ?? '')?.[1] ?? null))
  expect([page.url, page.text]).toEqual([`${SITE}/account`, '["ada"]'])
})

test('"enter" and "onFailure" may return a response whose headers cannot change, and it is not cached', async () => {
  const away = () => Response.redirect(`${SITE}/elsewhere`, 303)
  const { issuer, browser } = await visitor({ enter: away, onFailure: away })
  const comesBack = async () => {
    const { headers } = await browser.send('/log-in/fake')
    const callback = await browser.send(issuer.callback(headers.get('location')))
    return [callback.status, callback.headers.get('location'), callback.headers.get('cache-control')]
  }
  const answer = [303, `${SITE}/elsewhere`, 'no-store']
  expect(await comesBack()).toEqual(answer)
  issuer.answer = { error: 'access_denied', code: undefined }
  expect(await comesBack()).toEqual(answer)
})

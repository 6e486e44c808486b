import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { Browser } from './browser.test.helper.ts'
import { site } from './site.test.helper.ts'
import { startIssuer } from './testing.ts'

async function started() {
  const issuer = await startIssuer()
  onTestFinished(() => issuer.close())
  return issuer
}

test('the issuer for tests confirms the user that the test has named, also to userinfo', async () => {
  const issuer = await started()
  const { app } = site({
    providers: { acme: { issuer: issuer.url, clientId: 'app', clientSecret: 'secret', userInfo: true } },
    identify: ({ sub, email }) => ({ id: `${sub} ${email}` }),
  })
  for (const sub of ['7', '8']) {
    const browser = new Browser(app)
    issuer.user = { sub, email: `${sub}@site.example` }
    const callback = await issuer.visit((await browser.send('/log-in/acme')).headers.get('location'))
    expect((await browser.go(callback)).text).toBe(`["${sub} ${sub}@site.example"]`)
  }
})

test('the issuer for tests takes a code once, from the application that has begun, and knows no other tokens', async () => {
  const issuer = await started()
  const redirect_uri = 'https://app.example/back'
  const code_challenge = createHash('sha256').update('verifier').digest('base64url')
  const codeOf = async () => {
    const asked = new URLSearchParams({ redirect_uri, client_id: 'app', code_challenge })
    return new URL(await issuer.visit(`${issuer.url}/authorize?${asked}`)).searchParams.get('code') ?? ''
  }
  const statusOf = async (code: string, other: object = {}) => {
    const body = new URLSearchParams({ code, redirect_uri, code_verifier: 'verifier', ...other })
    return (await fetch(`${issuer.url}/token`, { method: 'POST', body })).status
  }
  const code = await codeOf()
  expect([await statusOf(code), await statusOf(code)]).toEqual([200, 400])
  expect(await statusOf(await codeOf(), { code_verifier: 'guess' })).toBe(400)
  expect(await statusOf(await codeOf(), { redirect_uri: 'https://evil.example/back' })).toBe(400)
  expect((await fetch(`${issuer.url}/userinfo`)).status).toBe(401)
  expect((await fetch(`${issuer.url}/elsewhere`)).status).toBe(404)
})

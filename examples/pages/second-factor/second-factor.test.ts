import { URI } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import app from './app.ts'
import { addFactor, newFactor } from './factors.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser that keeps the cookie of the session. */
function browser() {
  let cookie = ''
  return async (path: string, form?: Record<string, string>) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const init = form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers }
    const response = await app.fetch(new Request(`https://notes.example${path}`, init))
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return [response.status, response.headers.get('location') ?? (await response.text())]
  }
}

/** Signs up, adds a second factor, and returns the function that makes the code of this moment. */
async function userWithFactor(name: string) {
  const ask = browser()
  await ask('/sign-up', { name, password: 'correct horse battery' })
  const [, uri] = await ask('/account/factor')
  const totp = URI.parse(String(uri))
  expect(await ask('/account/factor', { code: '12' })).toEqual([422, 'Unprocessable Content'])
  expect(await ask('/account/factor', { code: totp.generate() })).toEqual([303, '/account'])
  return () => totp.generate()
}

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)
const password = (name: string) => ({ name, password: 'correct horse battery' })

test('a user with a second factor is logged in after the code, and not after the password alone', async () => {
  const code = await userWithFactor('ada')
  later(30)
  const ask = browser()
  expect(await ask('/log-in?return=/account', password('ada'))).toEqual([303, '/log-in/code?return=%2Faccount'])
  expect((await ask('/account'))[0]).toBe(401)
  expect((await ask('/log-in/code?return=/account', { code: 'wrong' }))[0]).toBe(422)
  expect(await ask('/log-in/code?return=/account', { code: code() })).toEqual([303, '/account'])
  expect(await ask('/account')).toEqual([200, 'You are ada.'])
})

test('the code without the password leads to the log-in page', async () => {
  const code = await userWithFactor('without password')
  later(30)
  expect(await browser()('/log-in/code', { code: code() })).toEqual([303, '/log-in'])
})

test('a code is accepted once, also if two requests send it at the same moment', async () => {
  const code = await userWithFactor('once')
  const [one, two] = [browser(), browser()]
  for (const ask of [one, two]) await ask('/log-in', password('once'))
  expect((await one('/log-in/code', { code: code() }))[0]).toBe(422) // the code that has added the factor
  later(30)
  const statuses = await Promise.all([one, two].map(async (ask) => (await ask('/log-in/code', { code: code() }))[0]))
  expect(statuses.toSorted()).toEqual([303, 422])
})

test('after five guesses in an hour, the right code is refused too, in whichever browser', async () => {
  const code = await userWithFactor('guessed')
  later(30)
  for (let count = 0; count < 5; count++) {
    const thief = browser()
    await thief('/log-in', password('guessed'))
    expect((await thief('/log-in/code', { code: '000000' }))[0]).toBe(422)
  }
  const ask = browser()
  await ask('/log-in', password('guessed'))
  expect((await ask('/log-in/code', { code: code() }))[0]).toBe(429)
})

test('five minutes after the password, the code comes too late', async () => {
  const code = await userWithFactor('late')
  const ask = browser()
  await ask('/log-in', password('late'))
  later(301)
  expect(await ask('/log-in/code', { code: code() })).toEqual([303, '/log-in'])
})

test('the password of one user ends the session of another, before the code', async () => {
  await userWithFactor('bob')
  const ask = browser()
  await ask('/sign-up', { name: 'eve', password: 'correct horse battery' })
  await ask('/log-in', password('bob'))
  expect((await ask('/account'))[0]).toBe(401)
})

test('a secret is stored sealed, and only for its user', async () => {
  const { sealed, uri } = await newFactor('ada', 'Ada')
  const totp = URI.parse(uri)
  expect(sealed).not.toContain(totp.secret.base32)
  await expect(addFactor('eve', sealed, totp.generate())).rejects.toThrow('unexpected "sub" claim value')
  expect(await addFactor('ada', sealed, totp.generate())).toBe(true)
})

import { type TOTP, URI } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import app from './app.ts'
import { addUser } from './users.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const PASSWORD = 'correct horse battery'
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

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

/** Adds a user with a second factor. Returns a function that makes the code of this moment, and the recovery codes. */
async function userWithFactor(name: string) {
  await addUser(name, PASSWORD)
  const ask = browser()
  expect(await ask('/log-in', { name, password: PASSWORD })).toEqual([303, '/account'])
  const totp = URI.parse(String((await ask('/account/factor'))[1])) as TOTP
  expect((await ask('/account/factor', { code: '12' }))[0]).toBe(422)
  const [status, page] = await ask('/account/factor', { code: totp.generate() })
  expect(status).toBe(200)
  later(30)
  return { code: () => totp.generate(), recovery: String(page).split(' ').slice(-10) }
}

test('a user with a second factor is logged in after the code, and not after the password alone', async () => {
  const { code } = await userWithFactor('ada')
  const ask = browser()
  expect(await ask('/log-in?return=/account', { name: 'ada', password: 'wrong' })).toEqual([
    422,
    'Wrong name or password.',
  ])
  expect(await ask('/log-in?return=/account', { name: 'ada', password: PASSWORD })).toEqual([
    303,
    '/log-in/code?return=%2Faccount',
  ])
  expect((await ask('/account'))[0]).toBe(401)
  expect((await ask('/log-in/code?return=/account', { code: 'wrong' }))[0]).toBe(422)
  expect(await ask('/log-in/code?return=/account', { code: code() })).toEqual([303, '/account'])
  expect(await ask('/account')).toEqual([200, 'You are ada.'])
})

test('the code without the password, or too late, leads to the log-in page', async () => {
  const { code } = await userWithFactor('late')
  expect(await browser()('/log-in/code', { code: code() })).toEqual([303, '/log-in'])
  const ask = browser()
  await ask('/log-in', { name: 'late', password: PASSWORD })
  later(301)
  expect(await ask('/log-in/code', { code: code() })).toEqual([303, '/log-in'])
})

test('a recovery code stands in for the phone, and the factor can be removed by a code', async () => {
  const { code, recovery } = await userWithFactor('bob')
  const ask = browser()
  await ask('/log-in', { name: 'bob', password: PASSWORD })
  expect(await ask('/log-in/code', { code: String(recovery[0]) })).toEqual([303, '/account'])
  expect((await ask('/account/factor/remove', { code: String(recovery[0]) }))[0]).toBe(422)
  expect(await ask('/account/factor/remove', { code: code() })).toEqual([303, '/account'])
  expect(await browser()('/log-in', { name: 'bob', password: PASSWORD })).toEqual([303, '/account'])
})

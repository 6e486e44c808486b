import { expect, test, vi } from 'vitest'
import app from '../../app.ts' // if modular
import app from '../app.ts' // if not modular

// Passwords take their time on purpose.
vi.setConfig({ testTimeout: 60_000 })

const PASSWORD = 'correct horse battery'

/** A browser, as far as a form needs one: it keeps cookies, and says where a form comes from. */
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
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }
}

test('whoever signs up is logged in, and can log out and in again', async () => {
  const ada = new Visitor()
  expect((await ada.ask('/account')).location).toBe('/log-in?return=%2Faccount')
  expect((await ada.ask('/sign-up', { email: 'ada@site.example', password: PASSWORD })).location).toBe('/account')
  expect((await ada.ask('/account')).text).toContain('You are ada@site.example.')
  expect((await ada.ask('/log-out', {})).location).toBe('/')
  const { location } = await ada.ask('/account')
  expect((await ada.ask(location ?? '', { email: 'ADA@site.example', password: PASSWORD })).location).toBe('/account')
  expect((await ada.ask('/nowhere')).text).toContain('ada@site.example')
})

test('an address is taken once, and a password is long', async () => {
  const bob = { email: 'bob@site.example', password: PASSWORD }
  await new Visitor().ask('/sign-up', bob)
  const again = await new Visitor().ask('/sign-up', bob)
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('There is an account of this address.')])
  const short = await new Visitor().ask('/sign-up', { email: 'eve@site.example', password: 'short' })
  expect([short.status, short.text]).toEqual([422, expect.stringContaining('12 characters')])
})

test('a wrong password and an unknown address are the same answer', async () => {
  await new Visitor().ask('/sign-up', { email: 'cleo@site.example', password: PASSWORD })
  const wrong = await new Visitor().ask('/log-in', { email: 'cleo@site.example', password: 'a guess of somebody' })
  const unknown = await new Visitor().ask('/log-in', { email: 'nobody@site.example', password: 'a guess of somebody' })
  expect([wrong.status, unknown.status]).toEqual([422, 422])
  expect(wrong.text.replaceAll('cleo', 'nobody')).toBe(unknown.text)
})

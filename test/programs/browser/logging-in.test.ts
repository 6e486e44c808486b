import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, SKIPPED } from './chromium.ts'
import { type VisitedProgram, visitProgram } from './visited-program.ts'

const ROOT = join(import.meta.dirname, '../../..')

describe.skipIf(NO_CHROMIUM !== undefined)(`logging in with a browser${SKIPPED}`, () => {
  let site: VisitedProgram
  let page: Page

  beforeAll(async () => {
    const env = { NODE_ENV: 'development', APP_SECRET: 'only for this test'.repeat(2) }
    site = await visitProgram(join(ROOT, 'examples/pages/logging-in/serve.ts'), { cwd: ROOT, env })
    page = await site.browser.newPage()
  })

  afterAll(async () => {
    await site?.end()
  })

  async function fillIn(name: string, password: string): Promise<string> {
    await page.fill('[name=name]', name)
    await page.fill('[name=password]', password)
    const arrived = page.waitForNavigation()
    await page.click('button')
    await arrived
    return `${new URL(page.url()).pathname}: ${await page.textContent('body')}`
  }

  /** Sends a request by a script of the page, and returns the status of the response. */
  const status = (path: string, method = 'GET') =>
    page.evaluate<number>(`fetch('${path}', { method: '${method}' }).then(({ status }) => status)`)

  const cookie = async () =>
    (await site.browser.cookies(site.url)).map(({ name, value }) => `${name}=${value}`).join('; ')

  /** Sends a request for `/account` with the cookie, outside of the browser, and returns the status of the response. */
  async function withCookie(value: string): Promise<number> {
    return (await fetch(`${site.url}/account`, { headers: { cookie: value, connection: 'close' } })).status
  }

  test('a visitor signs up and reaches the guarded area, logs out, and comes back to the requested page after a log-in', async () => {
    await page.goto(`${site.url}/account`)
    expect(page.url()).toBe(`${site.url}/log-in?return=%2Faccount`)
    await page.goto(`${site.url}/sign-up`)
    expect(await fillIn('Ada', 'correct horse battery')).toBe('/account: You are Ada.')
    const known = await cookie()
    expect(await withCookie(known)).toBe(200)
    expect([await status('/account'), await status('/reports'), await status('/nothing')]).toEqual([200, 403, 404])
    expect(await status('/log-out', 'POST')).toBe(200)
    expect([await status('/account'), await status('/reports'), await status('/nothing')]).toEqual([401, 401, 401])
    await page.goto(`${site.url}/notes/user-1`)
    expect(await fillIn('Ada', 'wrong')).toBe('/log-in: Wrong name or password.')
    await page.goto(`${site.url}/notes/user-1`)
    expect(await fillIn('Ada', 'correct horse battery')).toBe('/notes/user-1: Notes of user-1.')
  })

  test('the cookie changes at log-in, and the cookie after log-out identifies nobody', async () => {
    await page.goto(`${site.url}/sign-up`)
    expect(await fillIn('Eve', 'correct horse battery')).toBe('/account: You are Eve.')
    const before = await cookie()
    await page.goto(`${site.url}/log-in`)
    await fillIn('Eve', 'correct horse battery')
    expect(await cookie()).not.toBe(before)
    await status('/log-out', 'POST')
    expect(await withCookie(await cookie())).toBe(401)
  })

  test('a form of another site cannot log anybody in', async () => {
    await page.goto('about:blank')
    await page.setContent(
      `<form method="post" action="${site.url}/log-in"><input name="name"><input name="password"><button>`,
    )
    await fillIn('Ada', 'correct horse battery')
    expect(await page.textContent('body')).toContain('Forbidden')
  })
})

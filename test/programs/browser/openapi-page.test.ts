import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, SKIPPED } from './chromium.ts'
import { type VisitedProgram, visitProgram } from './visited-program.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(`the page of an OpenAPI document in a browser${SKIPPED}`, () => {
  let site: VisitedProgram

  beforeAll(async () => {
    const cwd = join(import.meta.dirname, '../../..')
    site = await visitProgram(join(import.meta.dirname, 'documented-notes.ts'), { cwd })
  })

  afterAll(async () => {
    await site?.end()
  })

  test('the page shows every operation, sends no request elsewhere, tries one operation out, and obeys its content security policy', async () => {
    const page = await site.browser.newPage()
    const said: string[] = []
    const foreign: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(String(error)))
    page.on(
      'request',
      (request) => request.url().startsWith(site.url) || /^data:/.test(request.url()) || foreign.push(request.url()),
    )
    await page.goto(`${site.url}/docs`)
    await page.locator('.opblock').first().waitFor()

    expect(await page.locator('.opblock').count()).toBe(5)
    expect(await page.locator('h2.title, .info .title').first().textContent()).toContain('Notes')
    await page.locator('.opblock-summary', { hasText: '/progress' }).click()
    await page.locator('.try-out__btn').click()
    await page.locator('.execute').click()
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    expect(foreign).toEqual([])
    expect(said).toEqual([])
  })
})

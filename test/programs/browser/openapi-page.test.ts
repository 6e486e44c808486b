import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type Program, startProgram } from '../run-program.ts'
import { CHROMIUM, NO_CHROMIUM, openChromium } from './chromium.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(
  `the page of a document in a browser (skipped where ${CHROMIUM} is not)`,
  () => {
    let program: Program
    let browser: BrowserContext
    let url: string

    beforeAll(async () => {
      const port = await freePort()
      const env = { PORT: String(port) }
      program = startProgram(join(import.meta.dirname, 'documented-notes.ts'), {
        cwd: join(import.meta.dirname, '../../..'),
        env,
      })
      url = `http://127.0.0.1:${port}`
      await program.waitFor(/Listening/)
      browser = await openChromium()
    })

    afterAll(async () => {
      await browser?.close()
      program?.stop()
      await program?.ended
    })

    test('shows every operation, asks nobody else, tries one out, and breaks no policy', async () => {
      const page = await browser.newPage()
      const said: string[] = []
      const foreign: string[] = []
      page.on('console', (message) => said.push(message.text()))
      page.on('pageerror', (error) => said.push(String(error)))
      page.on(
        'request',
        (request) => request.url().startsWith(url) || /^data:/.test(request.url()) || foreign.push(request.url()),
      )
      await page.goto(`${url}/docs`)
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
  },
)

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startIssuer, type TestIssuer } from '@app/authentication-oidc/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder, write } from '../create/written.ts'
import { NO_CHROMIUM, SKIPPED } from './chromium.ts'
import { type VisitedProgram, visitProgram } from './visited-program.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(
  `a created application with log-in at others, in a browser${SKIPPED}`,
  () => {
    const folder = newFolder()
    let issuer: TestIssuer
    let site: VisitedProgram
    let page: Page

    beforeAll(async () => {
      issuer = await startIssuer()
      const cwd = join(folder, 'shop')
      await write(folder, 'shop', ['--pages', '--log-in', '--with', 'authentication-oidc'])
      const env = {
        NODE_ENV: 'production',
        APP_SECRET: 'only for this test'.repeat(2),
        SITE_URL: 'https://shop.example',
        SMTP_URL: 'smtp://127.0.0.1',
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: 'shop',
        OIDC_CLIENT_SECRET: 'secret',
        OIDC_NAME: 'Acme',
      }
      site = await visitProgram(join(cwd, 'src/main.ts'), { cwd, env })
      page = await site.browser.newPage()
    })

    afterAll(async () => {
      await site?.end()
      await issuer?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const seen = async () => `${new URL(page.url()).pathname}: ${await page.textContent('main')}`

    test('a visitor logs in at the provider, and comes back to the wanted page with a new account', async () => {
      issuer.user = { sub: 'ada', email: 'ada@site.example' }
      await page.goto(`${site.url}/account?tab=1`)
      await page.click('text=Log in with Acme')
      await page.waitForURL('**/account?tab=1')
      expect(await seen()).toContain('You are ada@site.example.')
      await page.click('text=Log out')
    })

    test('the form that links an account leads to the provider and back, though the policy of the page lets forms lead to this site alone', async () => {
      await page.goto(`${site.url}/sign-up`)
      await page.fill('[name=email]', 'bob@site.example')
      await page.fill('[name=password]', 'correct horse battery')
      await page.click('main button')
      await page.waitForURL('**/account')
      issuer.user = { sub: 'bob' }
      await page.click('text=Link to Acme')
      await page.waitForSelector('text=You can log in with Acme.')
      expect(await seen()).toMatch(/^\/account: [\s\S]*You are bob@site\.example\./)
    })
  },
)

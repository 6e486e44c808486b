import { join } from 'node:path'
import { Application, type Middleware } from '@app/core'
import { command } from '@app/inspector/command'
import fc from 'fast-check'
import type { Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemsOf } from './axe.ts'
import { NO_CHROMIUM, SKIPPED } from './chromium.ts'
import { type VisitedProgram, visitProgram } from './visited-program.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(`the inspector in a browser${SKIPPED}`, () => {
  let site: VisitedProgram

  beforeAll(async () => {
    const cwd = join(import.meta.dirname, '../../..')
    site = await visitProgram(join(import.meta.dirname, 'inspected.ts'), { cwd, env: { NODE_ENV: 'development' } })
  })

  afterAll(async () => {
    await site?.end()
  })

  /**
   * Opens a part of the inspector. Returns the page, the strings of its console, uncaught errors and dialogs, and the
   * hosts to which the page sends requests.
   */
  async function open(part: string, width = 1280): Promise<{ page: Page; said: string[]; hosts: Set<string> }> {
    const page = await site.browser.newPage()
    const said: string[] = []
    const hosts = new Set<string>()
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(String(error)))
    page.on('dialog', (dialog) => said.push(`a dialog: ${dialog.message()}`))
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${site.url}/_app/#${part}`)
    return { page, said, hosts }
  }

  /** The text of elements as readers see it. */
  const textOf = async (found: Locator) => (await found.allInnerTexts()).join(' ')

  const ask = async (path: string, init?: RequestInit) => (await fetch(site.url + path, init)).text()

  test('the inspector shows requests as they come, and opens one with all its details', async () => {
    const { page, said, hosts } = await open('requests')
    await page.getByText('live', { exact: true }).waitFor()
    await ask('/orders/broken?page=2', { headers: { accept: 'text/html', cookie: 'sid=verysecret' } })
    await page.getByRole('link', { name: '/orders/broken?page=2' }).click()
    const details = page.getByRole('article', { name: 'The open request' })
    await details.getByRole('heading', { name: 'GET /orders/broken?page=2' }).waitFor()
    const text = await textOf(details)
    expect(text).toContain('Order broken has no <price>')
    expect(await textOf(details.locator('.source [aria-current]').first())).toContain('throw new TypeError')
    expect(await textOf(details.locator('.culprit'))).toMatch(/shop\/orders threw/)
    expect(text).toMatch(/session[\s\S]*sets user = \{ name \}/)
    expect(text).toContain('********')
    expect(text).not.toContain('verysecret')
    expect(await details.locator('.stack a').first().getAttribute('href')).toMatch(
      /^vscode:\/\/file\/.*\/inspected\.ts:\d+:\d+$/,
    )
    expect(said).toEqual([])
    expect([...hosts]).toEqual([new URL(site.url).host])
    await page.close()
  })

  test('the inspector sends a request again, and opens the repeated request', async () => {
    const { page } = await open('requests')
    await ask('/orders', { method: 'POST', body: '{"tea":1}', headers: { 'content-type': 'application/json' } })
    await page.getByRole('link', { name: '/orders', exact: true }).first().click()
    await page.getByRole('button', { name: 'Send again' }).waitFor()
    const first = page.url()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL((url) => url.href !== first)
    await page.getByText('repeats').first().waitFor()
    await page.getByRole('article').getByRole('heading', { name: 'POST /orders' }).waitFor()
    await page.close()
  })

  test('for a path that is typed into the inspector, it highlights the entries of the pipeline that would run', async () => {
    const { page } = await open('pipeline')
    await page.getByRole('searchbox').fill('/orders/7')
    await page.keyboard.press('Enter')
    await page.getByText('GET /orders/{id} (order)', { exact: true }).waitFor()
    expect(await page.locator('.queue .answers').count()).toBeGreaterThan(1)
    expect(await page.locator('.queue').getAttribute('aria-label')).toMatch(
      /runs guard; skipped <script>hacked=1<\/script> not under "\/hostile"; skipped Application not under "\/admin"/,
    )
    expect(await page.locator('.queue .bracket').count()).toBe(3)
    expect(await page.locator('.queue .errors, .queue g.error').count()).toBe(2)
    await page.close()
  })

  test('the inspector lists routes with their guards, services with the services that use them, and configured values with the values that they override', async () => {
    const routes = await open('routes')
    await routes.page.getByRole('searchbox').fill('admin.report')
    expect(await textOf(routes.page.locator('tbody'))).toMatch(/\/admin\/reports\/\{id\}[\s\S]*"role":"auditor"/)
    expect(await textOf(routes.page.locator('main'))).toContain(
      'In front of every route: ids, errors, body, session, answer',
    )
    await routes.page.close()
    await ask('/orders/7')
    const { page } = await open('services')
    await page.getByRole('row', { name: /^shop\/prices/ }).waitFor()
    expect(await textOf(page.getByRole('row', { name: /^shop\/prices/ }))).toMatch(/factory\s+\S.* ms\s+shop\/stock/)
    expect(await page.locator('.graph path').count()).toBeGreaterThan(1)
    await page.goto(`${site.url}/_app/#configuration`)
    await page.getByRole('searchbox').fill('mail')
    const tree = await textOf(page.locator('.tree'))
    expect(tree).toMatch(/host\s+"mail\.example\.org"[\s\S]*"localhost"[\s\S]*overridden/)
    expect(tree).toMatch(/password\s+\*+/)
    await page.close()
  })

  test('the inspector shows jobs as they fail, with their errors, and runs them again or drops them', async () => {
    await ask('/mail/nobody')
    await ask('/mail/later')
    const { page, said } = await open('jobs')
    const failed = page.getByRole('article').filter({ hasText: 'There is no nobody.' })
    await failed.getByText('UnrecoverableError').waitFor()
    expect(await failed.locator('.stack a').first().getAttribute('href')).toMatch(
      /^vscode:\/\/file\/.*\/inspected\.ts:\d+:\d+$/,
    )
    await page.getByRole('row', { name: /shop\.mail 1 .* Error: The mail server is away\./ }).waitFor()
    expect(await textOf(page.locator('main'))).not.toContain('"to"')
    await failed.getByRole('button', { name: 'Run again: shop.mail' }).press('Enter')
    await page.getByText('shop.mail runs again.').waitFor()
    // It fails again, and is seen without another visit.
    await failed.getByRole('button', { name: 'Drop: shop.mail' }).click()
    await page.getByText('shop.mail was dropped.').waitFor()
    await failed.waitFor({ state: 'detached' })
    await ask('/mail/somebody')
    await page.getByText('There is no somebody.').waitFor()
    expect(said).toEqual([])
    await page.close()
  })

  test('the inspector works by the keyboard alone', async () => {
    await ask('/orders/broken')
    const { page } = await open('requests')
    await page.getByText('live', { exact: true }).waitFor()
    await page.keyboard.press('3')
    await page.getByRole('table', { name: 'Routes' }).waitFor()
    await page.keyboard.press('1')
    await page.getByRole('table', { name: 'Requests' }).waitFor()
    await page.locator('#filter').focus()
    await page.keyboard.type('broken')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const opened = page.getByRole('article').getByRole('heading', { name: /broken/ })
    await opened.waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('ARTICLE')
    await page.close()
  })

  test('the inspector fits a phone, and is dark for readers who prefer dark pages', async () => {
    for (const part of [
      'requests',
      'requests/1',
      'pipeline',
      'routes',
      'services',
      'configuration',
      'errors',
      'jobs',
    ]) {
      const { page } = await open(part, 400)
      await page.getByText('live', { exact: true }).waitFor()
      expect([part, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([part, 400])
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
      await page.emulateMedia({ colorScheme: 'light' })
      const light = await background()
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await background()).not.toBe(light)
      await page.close()
    }
  })

  test('axe finds no problem in any part of the inspector, in light and in dark colours', async () => {
    await ask('/orders/broken')
    const found: string[] = []
    for (const part of [
      'requests',
      'requests/1',
      'pipeline/%2Forders%2F7',
      'routes',
      'services',
      'configuration',
      'errors',
      'jobs',
    ]) {
      const { page } = await open(part)
      await page.getByText('live', { exact: true }).waitFor()
      await page.locator('main > :not(.none)').first().waitFor()
      found.push(...(await problemsOf(page)).map((problem) => `${part} ${problem}`))
      await page.close()
    }
    expect(found).toEqual([])
  })

  test('the inspector runs no code of the values that it shows: hostile paths, headers, bodies, names and errors are text', async () => {
    const parts = [
      '<img src=x onerror=hacked=1>',
      '<script>hacked=1</script>',
      '</script>',
      '"><svg/onload=hacked=1>',
      "'",
      '{{hacked=1}}',
      'javascript:hacked=1',
      `$\{hacked=1}`,
      '\\',
      '\u202e',
      '<!--',
      ']]>',
      '__proto__',
      '&lt;b&gt;',
      '<a href=javascript:hacked=1>x</a>',
      '<style>*{display:none}</style>',
    ]
    const hostile = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 }).map((list) => list.join(''))
    let jobs = 0
    for (const [text = '', name = ''] of fc.sample(fc.tuple(hostile, hostile), 25)) {
      const path = encodeURIComponent(text).replaceAll('%2F', '%20')
      const headers = {
        'x-hostile': encodeURI(name).replace(/[^\x20-\x7e]/g, ''),
        'user-agent': name.replace(/[^\x20-\x7e]/g, ''),
      }
      await ask(`/echo/${path}?${encodeURIComponent(name)}=${path}`, { headers })
      await ask(`/${path}`, { headers, method: 'POST', body: text })
      // A path with a backslash is refused, and adds no job.
      if ((await fetch(`${site.url}/mail/${path}`)).ok) jobs++
    }
    const { page, said } = await open('requests')
    await page.getByText('live', { exact: true }).waitFor()
    const inert = async () =>
      expect(
        await page.evaluate(
          '[typeof hacked, document.images.length, document.scripts.length, document.querySelectorAll("style, iframe, object, [onerror], [onload]").length]',
        ),
      ).toEqual(['undefined', 0, 1, 0])
    const ids = await page
      .locator('tbody a')
      .evaluateAll((links) => links.map((link) => (link as { hash?: string }).hash ?? ''))
    expect(ids.length).toBeGreaterThan(40)
    for (const hash of ids.slice(0, 12)) {
      await page.goto(`${site.url}/_app/${hash}`)
      await page.getByRole('article').getByRole('heading').first().waitFor()
      await inert()
    }
    await page.goto(`${site.url}/_app/#errors`)
    await page.locator('.failed').first().waitFor()
    expect(await textOf(page.locator('main'))).toMatch(
      /<img src=x onerror=hacked=1>|<script>hacked=1<\/script>|onload=hacked/,
    )
    await inert()
    await page.goto(`${site.url}/_app/#jobs`)
    expect(jobs).toBeGreaterThan(5)
    await page
      .locator('main[data-view="jobs"] .failed')
      .nth(jobs - 1)
      .waitFor()
    await inert()
    for (const part of ['pipeline', 'routes', 'services', 'configuration']) {
      await page.goto(`${site.url}/_app/#${part}/${encodeURIComponent(`<b>/${parts.join('')}`)}`)
      await page.locator(`main[data-view="${part}"] :is(.queue, table, .tree)`).first().waitFor()
      await inert()
    }
    expect(await page.locator('a[href^="javascript" i]').count()).toBe(0)
    expect(said).toEqual([])
    // Even a mistake in the code of the page could not insert a string as HTML: the browser refuses to set `innerHTML`
    // to a string.
    expect(
      await page.evaluate(
        '(() => { try { document.body.innerHTML = "<b>x</b>" } catch (error) { return error.name } })()',
      ),
    ).toBe('TypeError')
    await page.close()
  })

  test('a picture that app graph has drawn is XML without code that runs, and is dark for readers who prefer dark pages', async () => {
    const names = [
      '"><script>hacked=1</script>',
      '<img src=x onerror=hacked=1>',
      ']]>&\u0000\u001f\ufffe\ud800',
      '入口'.repeat(30),
    ]
    const application = new Application()
    for (const value of names) {
      const middleware: Middleware = (request, handler) => handler(request)
      application.pipe('/<b>&', Object.defineProperty(middleware, 'name', { value }))
    }
    let written = ''
    const print = (line: string) => {
      written += line
    }
    await command.run({ application, root: '.', args: ['pipeline'], options: {}, print, printError: print })
    const page = await site.browser.newPage()
    await page.goto(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(written)}`)
    const found = 'document.querySelectorAll("parsererror, script, img, [onerror]").length'
    expect(await page.evaluate(`[document.documentElement.localName, typeof hacked, ${found}]`)).toEqual([
      'svg',
      'undefined',
      0,
    ])
    expect(await page.locator('g.position').count()).toBe(names.length)
    const filled = () => page.evaluate('getComputedStyle(document.querySelector(".back")).fill')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await filled()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await filled()).not.toBe(light)
    // The command `app graph` has no fonts and can only estimate the width of its picture, so the test compares that
    // width with the width of the text in a browser.
    const ends =
      'Math.max(...Array.from(document.querySelectorAll("text"), (text) => text.getBBox().x + text.getBBox().width))'
    expect(await page.evaluate(ends)).toBeLessThan(Number(await page.locator('svg').getAttribute('width')))
    await page.close()
  })

  test('all files of the inspector together are smaller than 60 KiB', async () => {
    const page = await site.browser.newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(`${site.url}/_app/#pipeline`)
    await page.locator('.queue').waitFor()
    let bytes = 0
    for (const response of responses) {
      if (response.url().includes('/client/') || response.url().endsWith('/') || response.url().endsWith('.css'))
        bytes += (await response.body()).byteLength
    }
    expect(responses.length).toBeGreaterThan(15)
    expect(bytes).toBeLessThan(60 * 1_024)
    await page.close()
  })
})

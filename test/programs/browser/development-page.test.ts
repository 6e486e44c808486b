import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, SKIPPED } from './chromium.ts'
import { type VisitedProgram, visitProgram } from './visited-program.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(`the development page in a browser${SKIPPED}`, () => {
  let site: VisitedProgram

  beforeAll(async () => {
    const env = { NODE_ENV: 'development', SECRET_OF_THE_SHOP: 'never shown' }
    const cwd = join(import.meta.dirname, '../../..')
    site = await visitProgram(join(import.meta.dirname, 'shop.ts'), { cwd, env })
  })

  afterAll(async () => {
    await site?.end()
  })

  /**
   * Opens a path, and returns the page with its uncaught errors and the messages of its console, except the message
   * about the status 500.
   */
  async function open(path: string, width = 1280): Promise<{ page: Page; said: string[] }> {
    const page = await site.browser.newPage()
    const said: string[] = []
    page.on('console', (message) => message.text().includes('status of 500') || said.push(message.text()))
    page.on('pageerror', (error) => said.push(String(error)))
    await page.setViewportSize({ width, height: 800 })
    await page.goto(site.url + path)
    return { page, said }
  }

  async function textOf(page: Page, selector: string): Promise<string> {
    return (await page.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim()
  }

  test('the page shows the error, its line in the code, and its place in the pipeline', async () => {
    const { page, said } = await open('/shop/orders/7?coupon=spring&token=s3cret')
    expect(await textOf(page, 'h1')).toBe('TypeError')
    expect(await textOf(page, 'header .message')).toContain("'line.price'")
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      ['Source', 'Stack', 'Pipeline', 'Route', 'Params', 'Query', 'Headers'].map((title) => title.toUpperCase()),
    )
    expect(await textOf(page, '.source [aria-current]')).toBe(
      'const { amount } = line.price as { readonly amount: number }',
    )
    expect(await textOf(page, 'mark')).toBe('amount')
    expect(await textOf(page, '.culprit')).toBe('GET /orders/{id} (order.total): showTotal threw')
    expect(await page.locator('.steps li').allInnerTexts()).toHaveLength(5)
    expect(await textOf(page, '[aria-label=Route]')).toMatch(/path \/orders\/\{id} name order\.total .* under \/shop$/)
    expect(await textOf(page, '[aria-label=Query]')).toMatch(/coupon spring token \*+$/)
    expect(said).toEqual([])
    await page.close()
  })

  test('the page marks the line that threw, and shows it without scrolling', async () => {
    const { page } = await open('/shop/orders/7')
    const background = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
    expect(await background('.source [aria-current]')).not.toBe(await background('.source li'))
    const box = await page.locator('.source [aria-current]').boundingBox()
    expect(box?.y).toBeLessThan(600)
    await page.close()
  })

  test('the page shows each cause of the error with its own source', async () => {
    const { page } = await open('/shop/orders/8')
    expect(await textOf(page, 'article h3')).toBe('SyntaxError')
    expect(await textOf(page, 'article [aria-current]')).toBe('return JSON.parse(STORED.get(id) as string)')
    await page.getByText('Its stack').click()
    expect(await textOf(page, 'article .stack')).toContain('loadOrder')
    await page.close()
  })

  test('the page shows values that contain HTML as text, and runs no code in them', async () => {
    const text = encodeURIComponent(
      '</title></style><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    )
    const { page, said } = await open(`/shop/echo/${text.replaceAll('%2F', '-')}?text=${text}&${text}=1`)
    expect(await textOf(page, 'header .message')).toContain('<script>window.hacked=1</script>')
    expect(await page.evaluate('[typeof hacked, document.images.length, document.scripts.length]')).toEqual([
      'undefined',
      0,
      0,
    ])
    expect(said).toEqual([])
    await page.close()
  })

  test('the page shows no environment variables', async () => {
    const { page } = await open('/shop/orders/7')
    expect(await page.content()).not.toMatch(/SECRET_OF_THE_SHOP|never shown/)
    await page.close()
  })

  test('the page fits a phone: only the source scrolls sideways', async () => {
    const { page } = await open('/shop/echo/x', 375)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    const source = "document.querySelector('.source')"
    expect(await page.evaluate(`${source}.scrollWidth > ${source}.clientWidth`)).toBe(true)
    const size = await page.evaluate<string>(`getComputedStyle(${source}).fontSize`)
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(14)
    await page.close()
  })

  test('the page is dark for readers who prefer dark pages', async () => {
    const { page } = await open('/shop/orders/7')
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await background()).not.toBe(light)
    await page.close()
  })
})

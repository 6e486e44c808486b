import { type FieldOptions, field, form, formProblems, markup } from '@app/view'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, openChromium, SKIPPED } from './chromium.ts'

const options = ['a', 'b']
const FIELDS: readonly FieldOptions[] = [
  { name: 'title', label: 'Title', hint: 'Short.', required: true, maxlength: 9 },
  { name: 'mail', label: 'Mail', type: 'email', autocomplete: 'email' },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' },
  { name: 'count', label: 'Count', type: 'number', min: 1 },
  { name: 'day', label: 'Day', type: 'date' },
  { name: 'text', label: 'Text', type: 'textarea' },
  { name: 'kind', label: 'Kind', type: 'select', options },
  { name: 'terms', label: 'Terms', type: 'checkbox', hint: 'Read them.' },
  { name: 'tags[]', label: 'Tags', type: 'checkbox', options },
  { name: 'way', label: 'Way', type: 'radio', options, required: true },
  { name: 'items[0].file', label: 'File', type: 'file' },
]
const TYPED = {
  title: 'Tea',
  text: '\n<two>\nlines',
  count: 2,
  day: '2026-11-21',
  kind: 'b',
  way: 'b',
  terms: true,
  'tags[]': ['a'],
}

describe.skipIf(NO_CHROMIUM !== undefined)(`forms in a browser${SKIPPED}`, () => {
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await openChromium()
    page = await browser.newPage()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function show(isWrong: boolean): Promise<void> {
    const empty = form(TYPED)
    const shown = isWrong ? FIELDS.reduce((all, { name }) => all.with({ [name]: `${name} is wrong.` }), empty) : empty
    const fields = FIELDS.map((options) => field(shown, options))
    const html = markup`<!doctype html><html lang="en"><title>Form</title><main><h1>Form</h1><form>${formProblems(shown)}${fields}<button>Save</button></form></main></html>`
    // A browser heeds autofocus only in a document that it has navigated to.
    await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(String(html))}`)
  }

  test.each([false, true])(
    'axe finds no problem of accessibility in any kind of field; with messages: %s',
    async (isWrong) => {
      await show(isWrong)
      await page.evaluate(axe.source)
      const { violations, incomplete } = await page.evaluate<axe.AxeResults>('axe.run()')
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
      expect(incomplete.filter(({ id }) => id.startsWith('aria'))).toEqual([])
    },
  )

  test('each field has its label as its name, and its hint and its messages as its description', async () => {
    await show(true)
    for (const { label, name, hint } of FIELDS.filter(
      ({ type, options }) => type === 'select' || options === undefined,
    )) {
      const input = page.getByLabel(String(label), { exact: true }).first()
      const ids = (await input.getAttribute('aria-describedby'))?.split(' ') ?? []
      const said = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))
      expect(said.join(' ')).toBe(`${hint ? `${hint} ` : ''}${name} is wrong.`)
    }
    await page.waitForFunction('document.activeElement.id === "title"', undefined, { timeout: 10_000 })
  })

  test('a browser sends what was typed before', async () => {
    await show(false)
    const sent = await page.evaluate<string>(
      'JSON.stringify([...new FormData(document.forms[0])].filter(([, value]) => typeof value === "string"))',
    )
    expect(JSON.parse(sent)).toEqual([
      ['title', 'Tea'],
      ['mail', ''],
      ['password', ''],
      ['count', '2'],
      ['day', '2026-11-21'],
      ['text', '\n<two>\nlines'],
      ['kind', 'b'],
      ['terms', 'on'],
      ['tags[]', 'a'],
      ['way', 'b'],
    ])
  })
})

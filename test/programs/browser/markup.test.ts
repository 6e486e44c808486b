import fc from 'fast-check'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectedShape,
  HARMLESS,
  merged,
  PAGES,
  pageOf,
  type Shape,
  someTemplate,
  someText,
} from '../../../packages/view/src/markup/shape.test.helper.ts'
import { runs } from '../sampled.ts'
import { NO_CHROMIUM, openChromium, SKIPPED } from './chromium.ts'

/**
 * This function runs in the browser, and returns the tags, attributes, strings and comments of each page as the
 * browser's parser reads them.
 */
const SHAPES_OF = `(pages) => pages.map((html) => {
  const itemsOf = (parent) => [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [{ text: node.data }]
    if (node.nodeType === Node.COMMENT_NODE) return [{ comment: node.data }]
    if (node.nodeType !== Node.ELEMENT_NODE) return []
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
    const inside = itemsOf(node instanceof HTMLTemplateElement ? node.content : node)
    return [{ open: node.tagName, attributes }, ...inside, { close: node.tagName }]
  })
  return itemsOf(new DOMParser().parseFromString(html, 'text/html'))
})`

describe.skipIf(NO_CHROMIUM !== undefined)(`markup in the parser of a browser${SKIPPED}`, () => {
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await openChromium()
    page = await browser.newPage()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function shapesOf(bodies: readonly string[]): Promise<readonly Shape[]> {
    const pages = bodies.map((body) => `<!doctype html><html lang="en"><body>${body.toWellFormed()}</body></html>`)
    const shapes = await page.evaluate<readonly Shape[]>(`(${SHAPES_OF})(${JSON.stringify(pages)})`)
    return shapes.map(merged)
  }

  test.each(Object.entries(PAGES))(
    '%s: values change no elements, and a parser reads them unchanged',
    async (_, make) => {
      const samples = fc.sample(fc.tuple(someText, someText), runs(500))
      const [harmless = [], ...shapes] = await shapesOf([
        `${make(HARMLESS[0], HARMLESS[1])}`,
        ...samples.map(([a, b]) => `${make(a, b)}`),
      ])
      for (const [index, shape] of shapes.entries()) {
        expect(shape).toEqual(expectedShape(harmless, samples[index] as readonly string[]))
      }
    },
  )

  test('no value changes the elements of a random template that `markup` accepts', async () => {
    const accepted = fc
      .sample(fc.tuple(someTemplate, fc.array(someText, { minLength: 3, maxLength: 3 })), runs(20_000))
      .map(([texts, values]) => ({ texts, values: values.map((value) => `v${value}`) }))
      .filter(({ texts }) => isAccepted(texts))
    expect(accepted.length).toBeGreaterThan(runs(500))
    const harmless = await shapesOf(accepted.map(({ texts }) => `${pageOf(texts, HARMLESS)}`))
    const shapes = await shapesOf(accepted.map(({ texts, values }) => `${pageOf(texts, values)}`))
    for (const [index, { texts, values }] of accepted.entries()) {
      expect(shapes[index], JSON.stringify({ texts, values })).toEqual(expectedShape(harmless[index] as Shape, values))
    }
  })

  test('values of attackers run no script in an open page', async () => {
    const tries = [
      '<img src=x onerror="window.hacked=1">',
      '"><script>window.hacked=1</script>',
      "' onfocus='window.hacked=1' autofocus='",
      '</textarea></title><svg onload="window.hacked=1">',
      'javascript:window.hacked=1',
    ]
    for (const text of tries) {
      for (const make of Object.values(PAGES)) {
        await page.setContent(`<!doctype html><title>x</title>${make(text, text)}`)
        expect(await page.evaluate('typeof hacked')).toBe('undefined')
      }
    }
  })
})

function isAccepted(texts: readonly string[]): boolean {
  try {
    pageOf(texts, HARMLESS)
    return true
  } catch {
    return false
  }
}

import assert from 'node:assert/strict'
import { NO_CHROMIUM, openChromium } from '../../test/programs/browser/chromium.ts'
import { Visit } from '../../test/programs/noticeboard/visit.ts'
import type { Product } from './product.ts'
import { withRunning } from './running-product.ts'

/**
 * Starts the product, an installed copy of examples/noticeboard, and uses it in a browser like a person: signs up,
 * founds a team, writes a notice, finds it, logs out. If no browser is installed, prints that, and only starts and
 * stops the product.
 */
export function driveInBrowser(product: Product): Promise<void> {
  return withRunning(product, async ({ url }) => {
    if (NO_CHROMIUM !== undefined) {
      console.log(`            not visited: ${NO_CHROMIUM}`)
      return
    }
    const browser = await openChromium()
    try {
      const ada = new Visit(browser.pages()[0] ?? (await browser.newPage()), url)
      await ada.signUp('Ada')
      await ada.found('Red')
      await ada.write('Tea', 'is sold out')
      assert.deepEqual(await ada.notices(), ['Tea'])
      await ada.press('Log out')
      await ada.page.getByRole('heading', { name: 'Log in' }).waitFor()
    } finally {
      await browser.close()
    }
  })
}

import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { TUTORIAL } from './chapters.ts'

/** The size of a picture, in pixels. */
export const VIEWPORT = { width: 800, height: 500 } as const

/** The most bytes of a picture; a larger one is reduced to a palette of colours before it is stored. */
const MOST_BYTES = 60_000

/**
 * Compares the heading of a page with the alternative text of its picture in the tutorial, which has to name that
 * heading. If the variable `PICTURES` is `write`, the picture is taken anew.
 */
export async function comparePicture(page: Page, name: string): Promise<void> {
  const path = join(TUTORIAL, 'pictures', `${name}.png`)
  // The text of the heading without elements inside of it, such as a version.
  const heading = (
    await page.evaluate<string>(`(document.querySelector('h1') ?? document.querySelector('h2')).firstChild.textContent`)
  ).trim()
  expect(heading).not.toBe('')
  expect(textBeside(name), `the text beside ${name}.png`).toContain(heading)
  if (process.env.PICTURES === 'write') {
    await page.setViewportSize(VIEWPORT)
    await page.screenshot({ path, animations: 'disabled' })
  }
  expect(statSync(path).size, path).toBeLessThan(MOST_BYTES)
}

/** The alternative text of a picture on the pages of the tutorial; fails if no page shows the picture. */
function textBeside(name: string): string {
  const pages = globSync('*.md', { cwd: TUTORIAL }).map((page) => readFileSync(join(TUTORIAL, page), 'utf8'))
  const texts = pages.flatMap((page) => [...page.matchAll(/!\[([^\]]+)\]\(pictures\/([\w-]+)\.png\)/g)])
  const found = texts.filter(([, , shown]) => shown === name).map(([, text]) => text)
  expect(found.length, `pages that show ${name}.png`).toBeGreaterThan(0)
  return found.join('\n')
}

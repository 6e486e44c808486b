import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe examines in each colour scheme: all of a page in light, and in dark what depends on colours. */
const RUNS = [
  ['light', "axe.run({ resultTypes: ['violations'] })"],
  ['dark', "axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] })"],
] as const

/** The problems of accessibility that axe finds in an open page, in light and in dark. */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const problems: string[] = []
  for (const [colorScheme, run] of RUNS) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(
      `${run}.then(({ violations }) => ({ violations }))`,
    )
    problems.push(...violations.map(({ id, nodes }) => `in ${colorScheme}: ${id}: ${nodes[0]?.html}`))
  }
  return problems
}

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../tools/new-folder.ts'
import { deadLinks } from '../../../tools/site/dead-links.ts'
import { NO_CHROMIUM, openChromium, SKIPPED } from '../browser/chromium.ts'
import { CHECK_LIMIT } from '../limits.ts'
import { runCommand } from '../run-program.ts'
import { comparePicture, VIEWPORT } from '../tutorial/picture.ts'

const ROOT = join(import.meta.dirname, '../../..')
const folder = newFolder('site')
const site = join(folder, 'site')
const read = (path: string) => readFileSync(join(site, path), 'utf8')

beforeAll(async () => {
  const built = await runCommand(
    process.execPath,
    ['tools/site/build-site.ts', site],
    { cwd: ROOT, env: { NODE_ENV: undefined } },
    CHECK_LIMIT,
  )
  expect(built.code, built.stdout + built.stderr).toBe(0)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const written = globSync(['docs/**/*.md', 'CONTRIBUTING.md', 'packages/*/README.md'], { cwd: ROOT })

test('every hand-written page is a page of the site, with its title and its Markdown', () => {
  for (const file of written) {
    const page = file.replace('/README.md', file.startsWith('packages/') ? '' : '/README').replace(/\.md$/, '')
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
    expect(textOf(read(`${page}.html`)), file).toContain(title.replaceAll('`', ''))
    expect(read(file), file).toContain(`# ${title}\n`)
  }
})

test('every public subpath of each package has a page of the site, which lists its exports', () => {
  const doors = globSync('packages/*/package.json', { cwd: ROOT }).flatMap((path) => {
    const { exports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { exports?: Record<string, string> }
    const names = Object.keys(exports)
    return names.map((name) => {
      const main = names.length > 1 ? `${dirname(path)}/main` : dirname(path)
      return {
        door: name,
        page: name === '.' ? main : join(dirname(path), name),
        source: join(dirname(path), exports[name] ?? ''),
      }
    })
  })
  expect(doors.length).toBeGreaterThan(25)
  for (const { page, source } of doors) {
    const text = textOf(read(`${page}.html`))
    const exported = readFileSync(join(ROOT, source), 'utf8').matchAll(/^export (?:type )?\{([^}]+)\}/gm)
    for (const [, list = ''] of exported) {
      for (const name of list.split(',').map((entry) => entry.trim().replace(/^type |^\w+ as /g, ''))) {
        expect(text, `${page} has ${name}`).toContain(name)
      }
    }
  }
})

test('no link is broken, and the test would find a broken link', () => {
  expect(deadLinks(site, ROOT)).toEqual([])
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  writeFileSync(
    join(broken, 'page.html'),
    '<p id="here"></p><a href="gone.html">a</a><a href="#here">b</a><a href="#gone">c</a>' +
      '<a href="https://github.com/app/app/blob/main/gone.ts#L1">d</a><a href="https://example.org/">e</a>',
  )
  writeFileSync(join(broken, 'page.md'), '[a](page.html#here) [b](gone.md)\n```js\n[c](inside-of-code)\n```\n')
  expect([...deadLinks(broken, ROOT)].sort()).toEqual([
    'page.html: #gone',
    'page.html: gone.html',
    'page.html: https://github.com/app/app/blob/main/gone.ts#L1',
    'page.md: gone.md',
  ])
})

test('llms.txt lists every page with its subject, and llms-full.txt has the text of all', () => {
  const index = read('llms.txt')
  const full = read('llms-full.txt')
  expect(index).toMatch(/^# @app\n\n> .+\n\n## Begin\n\n- \[/)
  for (const file of written) {
    expect(index).toMatch(new RegExp(`^- \\[.+\\]\\(${file}\\): .{8,}`, 'm'))
    expect(full).toContain(`<!-- ${file} -->`)
  }
})

describe.skipIf(NO_CHROMIUM !== undefined)(`the site in a browser, from the disk${SKIPPED}`, () => {
  let browser: BrowserContext
  const address = (page: string) => pathToFileURL(join(site, page)).href

  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser?.close())

  test('the search finds names and pages, and its results lead to them', async () => {
    const page = await browser.newPage()
    await page.goto(address('index.html'))
    await page.locator('#tsd-search-trigger').click()
    const results = page.locator('#tsd-search-results')
    await page.locator('#tsd-search-input').fill('bodyParser')
    await expect.poll(() => results.textContent()).toContain('bodyParser')
    await page.locator('#tsd-search-input').fill('getting started')
    await expect.poll(() => results.textContent()).toContain('Getting started')
    await results.getByText('Getting started').first().click()
    await page.waitForURL(`${address('docs/getting-started.html')}**`)
    expect(await page.locator('h1').first().textContent()).toBe('Getting started')
    await page.close()
  })

  test('the navigation has the sections of the documentation and one for packages, and marks the current page', async () => {
    const page = await browser.newPage()
    await page.goto(address('docs/routing.html'))
    const navigation = page.locator('#tsd-nav-container')
    await expect.poll(() => navigation.textContent()).toContain('Packages')
    const sections = [
      'Begin',
      'Put an application together',
      'Run it',
      'Ship a package to other teams',
      'Decisions',
      'Packages',
    ]
    for (const section of sections) expect(await navigation.textContent()).toContain(section)
    expect(await navigation.locator('a.current').textContent()).toBe('Routing')
    await page.close()
  })

  test('the site shows the picture on a page of the tutorial, and the alternative text of this picture names the heading of the pictured page', async () => {
    const page = await browser.newPage()
    await page.setViewportSize(VIEWPORT)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(address('docs/tutorial/8-in-production.html'))
    const shown = await page.evaluate<readonly boolean[]>(
      '[...document.querySelectorAll(".col-content img")].map(({ complete, naturalWidth }) => complete && naturalWidth > 0)',
    )
    expect(shown).toEqual([true])
    await page.goto(address('docs/getting-started.html'))
    await comparePicture(page, 'site')
    await page.close()
  })

  test.each(['light', 'dark'] as const)(
    'pages fit a width of 400 pixels, and are legible for readers who prefer %s colours',
    async (scheme) => {
      const page = await browser.newPage()
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width: 400, height: 800 })
      for (const path of [
        'index.html',
        'docs/toolbox.html',
        'packages/core.html',
        'packages/core/main/Application.html',
      ]) {
        await page.goto(address(path))
        expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(400)
        expect(await page.evaluate<number>(CONTRAST), path).toBeGreaterThan(7)
      }
      await page.close()
    },
  )
})

/** The contrast ratio between the text of a page and its background, as WCAG 2 defines it. */
const CONTRAST = `(() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => part / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  const text = light(getComputedStyle(document.querySelector('.col-content')).color)
  const ground = light(getComputedStyle(document.body).backgroundColor)
  return text > ground ? text / ground : ground / text
})()`

function textOf(html: string): string {
  const text = html.replace(/<[^>]*>/g, '')
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

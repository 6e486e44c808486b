import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../tools/new-folder.ts'
import { repositoryPage } from '../../../tools/release/repository.ts'
import { NO_CHROMIUM, openChromium, SKIPPED } from '../browser/chromium.ts'
import { CHECK_LIMIT } from '../limits.ts'
import { runCommand } from '../run-program.ts'
import { comparePicture, VIEWPORT } from '../tutorial/picture.ts'

const ROOT = join(import.meta.dirname, '../../..')
const REPOSITORY = repositoryPage(ROOT)
const folder = newFolder('site')
const site = join(folder, 'site')
const read = (path: string) => readFileSync(join(site, path), 'utf8')

beforeAll(async () => {
  const cwd = join(ROOT, 'tools/site')
  for (const args of [['reference.ts'], ['node_modules/vitepress/bin/vitepress.js', 'build', '--outDir', site]]) {
    const made = await runCommand(process.execPath, args, { cwd, env: { NODE_ENV: undefined } }, CHECK_LIMIT)
    expect(made.code, made.stdout + made.stderr).toBe(0)
  }
}, CHECK_LIMIT)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const written = globSync(['docs/**/*.md', 'CONTRIBUTING.md', 'packages/*/README.md'], { cwd: ROOT })

test('every hand-written page is a page of the site, with its title and its Markdown', () => {
  for (const file of written) {
    const page = file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
    expect(textOf(read(page)), file).toContain(title.replaceAll('`', ''))
    expect(read(file), file).toContain(`# ${title}\n`)
  }
})

test('every public subpath of each package has a page of the reference, which lists its exports', () => {
  const entryPoints = globSync('packages/*/package.json', { cwd: ROOT }).flatMap((path) => {
    const { exports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { exports?: Record<string, string> }
    return Object.entries(exports).map(([subpath, source]) => ({
      page: `${join('reference', path.split(/[\\/]/)[1] ?? '', subpath)}.html`,
      source: join(dirname(path), source),
    }))
  })
  expect(entryPoints.length).toBeGreaterThan(25)
  for (const { page, source } of entryPoints) {
    const text = textOf(read(page))
    const exported = readFileSync(join(ROOT, source), 'utf8').matchAll(/^export (?:type )?\{([^}]+)\}/gm)
    for (const [, list = ''] of exported) {
      for (const name of list.split(',').map((entry) => entry.trim().replace(/^type |^\w+ as /g, ''))) {
        expect(text, `${page} has ${name}`).toContain(name)
      }
    }
  }
})

test('llms.txt lists every page with its subject, and llms-full.txt has the text of all', () => {
  const index = read('llms.txt')
  const full = read('llms-full.txt')
  expect(index).toMatch(/^# @app\n\n> .+\n\n## .+\n\n- \[/)
  for (const file of written) {
    expect(index).toMatch(new RegExp(`^- \\[.+\\]\\(${file}\\): .{8,}`, 'm'))
    expect(full).toContain(`<!-- ${file} -->`)
  }
})

describe.skipIf(NO_CHROMIUM !== undefined)(`the site in a browser${SKIPPED}`, () => {
  // The site may stand at any path of its host.
  const HOST = 'http://site.example/'
  const BASE = `${HOST}some/path/`
  const errors: string[] = []
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await openChromium()
    await browser.route(`${HOST}**`, (route) => {
      const file = join(
        site,
        new URL(route.request().url()).pathname.replace('/some/path/', '').replace(/\/$/, '/index.html'),
      )
      return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 })
    })
    page = await browser.newPage()
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`))
  })
  afterAll(() => browser?.close())

  test(
    'all pages fit a width of 400 pixels, and their links lead to pages, headings and files that exist',
    async () => {
      await page.setViewportSize({ width: 400, height: 800 })
      const ids = new Map<string, ReadonlySet<string>>()
      const links = new Map<string, string>()
      for (const path of globSync('**/*.html', { cwd: site }).map((path) => path.replaceAll('\\', '/'))) {
        await page.goto(BASE + path)
        const seen = await page.evaluate<Seen>(SEEN)
        expect(seen.width, path).toBeLessThanOrEqual(400)
        ids.set(BASE + path, new Set(seen.ids))
        for (const link of seen.links) links.set(link, path)
      }
      const dead = [...links].filter(([link]) => !leads(link, ids)).map(([link, path]) => `${path}: ${link}`)
      expect(dead).toEqual([])
      expect(errors).toEqual([])
    },
    CHECK_LIMIT,
  )

  test.each([
    ['how to log in', 'Logging in'],
    ['upload', 'uploads'],
    ['404', 'A 404 or a 405'],
    ['getting started', 'Getting started'],
    ['deploy', 'Deploying'],
    ['bodyParser', 'bodyParser()'],
  ])('whoever searches for %j finds %j first, and gets there', async (words, title) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${BASE}index.html`)
    await page.locator('.VPNavBarSearch button').first().click()
    await page.locator('.search-input').fill(words)
    const first = page.locator('.VPLocalSearchBox .result').first()
    await expect.poll(() => first.locator('.title').last().textContent()).toContain(title)
    await first.click()
    await page.waitForURL((url) => !url.pathname.endsWith('/some/path/index.html'))
    await expect.poll(() => page.locator('.vp-doc').textContent()).toContain(title)
  })

  test('a page has the sections of the documentation, its neighbours, the version, the repository and a link to edit it', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${BASE}docs/routing.html`)
    const sidebar = page.locator('.VPSidebar')
    const sections = [...readFileSync(join(ROOT, 'docs/README.md'), 'utf8').matchAll(/^## (.+)$/gm)]
    for (const [, section = ''] of sections) expect(await sidebar.textContent()).toContain(section)
    for (const section of ['Reference', 'Packages']) expect(await sidebar.textContent()).toContain(section)
    await expect.poll(() => sidebar.locator('.is-link.is-active > .item').textContent()).toBe('Routing')
    expect(await page.locator('.pager-link').count()).toBe(2)
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8')) as {
      version: string
    }
    expect(await page.locator('.VPNavBarMenu').textContent()).toContain(version)
    expect(await page.locator('.VPNavBarSocialLinks a').getAttribute('href')).toBe(REPOSITORY)
    expect(await page.locator('.edit-link-button').getAttribute('href')).toBe(`${REPOSITORY}/edit/main/docs/routing.md`)
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('../favicon.svg')
  })

  test('the site shows the picture on a page of the tutorial, and the alternative text of this picture names the heading of the pictured page', async () => {
    await page.setViewportSize(VIEWPORT)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${BASE}docs/tutorial/8-in-production.html`)
    const shown = await page.evaluate<readonly boolean[]>(
      '[...document.querySelectorAll(".vp-doc img")].map(({ complete, naturalWidth }) => complete && naturalWidth > 0)',
    )
    expect(shown).toEqual([true])
    await page.goto(`${BASE}docs/getting-started.html`)
    await comparePicture(page, 'site')
  })

  test.each(['light', 'dark'] as const)('pages are legible for readers who prefer %s colours', async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of ['index.html', 'docs/toolbox.html', 'packages/core/index.html', 'reference/core.html']) {
      await page.goto(BASE + path)
      expect(await page.evaluate<number>(CONTRAST), path).toBeGreaterThan(7)
    }
  })

  /**
   * True if a link leads to a page and heading of the site, or to a file of the repository. Other hosts are not asked.
   */
  function leads(link: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
    const [address = '', hash = ''] = decodeURI(link).split('#')
    const [, path] = /\/(?:blob|tree|edit)\/main\/([^?]*)$/.exec(address.startsWith(REPOSITORY) ? address : '') ?? []
    if (path !== undefined) return existsSync(join(ROOT, path))
    if (!address.startsWith(HOST)) return true
    const heading = ids.get(address.replace(/\/$/, '/index.html'))
    return heading !== undefined && (hash === '' || heading.has(hash))
  }
})

interface Seen {
  readonly width: number
  readonly ids: readonly string[]
  readonly links: readonly string[]
}

/** What a page shows: its width, its anchors and the targets of its links. */
const SEEN = `({
  width: document.documentElement.scrollWidth,
  ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
})`

/** The contrast ratio between the text of a page and its background, as WCAG 2 defines it. */
const CONTRAST = `(() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => part / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  const text = light(getComputedStyle(document.querySelector('.vp-doc p')).color)
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

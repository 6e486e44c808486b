import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

/** The paths at which a browser is searched for: Chromium of Debian's package, and Chrome on the machines of CI. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/google-chrome']
const CHROMIUM = PLACES.find((path) => existsSync(path))

/**
 * Flags that start the browser without a sandbox, as a container needs, and without features that use the network by
 * themselves.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the reason why tests in a browser are skipped, or `undefined` if they run. They run if a browser was `found`,
 * and always in CI, which sets `NEEDS_CHROMIUM` so that a missing browser makes the tests fail.
 */
export function whyNoChromium(found: string | undefined, needs: string | undefined): string | undefined {
  return found || needs ? undefined : 'Chromium is not installed: apt-get install chromium'
}

export const NO_CHROMIUM: string | undefined = whyNoChromium(CHROMIUM, process.env.NEEDS_CHROMIUM)

if (NO_CHROMIUM !== undefined) console.warn(`No page is visited: ${NO_CHROMIUM}`)

/**
 * The end of the title of each test in a browser: the reason why the test is skipped if there is no browser, else
 * empty.
 */
export const SKIPPED: string = NO_CHROMIUM === undefined ? '' : ` (${NO_CHROMIUM})`

/** Chromium replaces characters beyond ASCII in the names of saved files unless a locale is set. */
const ENV = { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>

type ContextOptions = Parameters<typeof chromium.launchPersistentContext>[1]

/** Opens a browser; its profile is deleted when the browser is closed. */
export async function openChromium(options: ContextOptions = {}): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
  const started = { executablePath: CHROMIUM ?? '/usr/bin/chromium', args: FLAGS, env: ENV, ...options }
  const browser = await chromium.launchPersistentContext(profile, started)
  browser.once('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  return browser
}

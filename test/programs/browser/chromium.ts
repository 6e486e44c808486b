import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

/** The browser of Debian's package. */
export const CHROMIUM = '/usr/bin/chromium'

/** Starts it without a sandbox, as in a container, and without whatever asks the network by itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Why tests in a browser do not run here; `undefined` where they do. */
export const NO_CHROMIUM: string | undefined = existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is not installed`

/** Without a locale, Chromium saves files under names of ASCII. */
const ENV = { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>

type ContextOptions = Parameters<typeof chromium.launchPersistentContext>[1]

/** A browser whose profile ends with it. */
export async function openChromium(options: ContextOptions = {}): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
  const started = { executablePath: CHROMIUM, args: FLAGS, env: ENV, ...options }
  const browser = await chromium.launchPersistentContext(profile, started)
  browser.once('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  return browser
}

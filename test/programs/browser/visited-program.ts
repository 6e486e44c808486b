import type { BrowserContext } from 'playwright-core'
import { freePort, startProgram } from '../run-program.ts'
import type { StartOptions } from '../running.ts'
import { openChromium } from './chromium.ts'

/** A program that listens, and a browser to visit it with. */
export interface VisitedProgram {
  readonly browser: BrowserContext
  readonly url: string
  /** Closes the browser, and stops the program. */
  end(): Promise<void>
}

/** Starts a program on a free port, which it gets as `PORT`, and opens a browser. */
export async function visitProgram(file: string, { env = {}, ...options }: StartOptions): Promise<VisitedProgram> {
  const port = await freePort()
  const program = startProgram(file, { ...options, env: { ...env, PORT: String(port) } })
  await program.waitFor(/Listening/)
  const browser = await openChromium()
  return {
    browser,
    url: `http://127.0.0.1:${port}`,
    async end() {
      await browser.close()
      program.stop()
      await program.ended
    },
  }
}

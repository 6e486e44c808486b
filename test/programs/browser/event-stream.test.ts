import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, type Program, startProgram } from '../run-program.ts'
import { CHROMIUM, FLAGS } from './chromium.ts'

async function startNews(port: number): Promise<Program> {
  const folder = join(import.meta.dirname, '../event-stream')
  const env = { PORT: String(port) }
  const program = startProgram(join(folder, 'news.ts'), { cwd: folder, env })
  await program.waitFor(/Listening/)
  return program
}

test.skipIf(!existsSync(CHROMIUM))(
  `a browser goes on behind the last event that it has seen, when the server starts again (skipped where ${CHROMIUM} is not)`,
  async () => {
    const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
    const browser = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: FLAGS })
    onTestFinished(async () => {
      await browser.close()
      rmSync(profile, { recursive: true, force: true })
    })
    const port = await freePort()
    const first = await startNews(port)
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.evaluate(`
      counts = []
      servers = new Set()
      new EventSource('/news').addEventListener('count', ({ data }) => {
        const { count, from } = JSON.parse(data)
        counts.push(count)
        servers.add(from)
      })
    `)
    await expect.poll(() => page.evaluate('counts.length')).toBeGreaterThan(2)
    first.stop()
    expect(await first.ended).toBe(0)
    await startNews(port)
    await expect.poll(() => page.evaluate('servers.size')).toBe(2)
    const counts = await page.evaluate<number[]>('counts')
    expect(counts).toEqual(counts.map((_, index) => index + 1))
  },
)

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, type Program, startProgram } from '../run-program.ts'
import { NO_CHROMIUM, openChromium, SKIPPED } from './chromium.ts'

async function startNews(port: number): Promise<Program> {
  const folder = join(import.meta.dirname, '../event-stream')
  const env = { PORT: String(port) }
  const program = startProgram(join(folder, 'news.ts'), { cwd: folder, env })
  await program.waitFor(/Listening/)
  return program
}

test.skipIf(NO_CHROMIUM !== undefined)(
  `a browser continues after the last event that it has seen, when the server starts again${SKIPPED}`,
  async () => {
    const browser = await openChromium()
    onTestFinished(async () => {
      await browser.close()
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

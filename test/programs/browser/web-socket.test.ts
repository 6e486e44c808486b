import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, type Program, startProgram } from '../run-program.ts'
import { NO_CHROMIUM, openChromium, SKIPPED } from './chromium.ts'

async function startChat(port: number): Promise<Program> {
  const folder = join(import.meta.dirname, '../websocket')
  const program = startProgram(join(folder, 'behind-log-in.ts'), { cwd: folder, env: { PORT: String(port) } })
  await program.waitFor(/READY/)
  return program
}

async function visit(url: string): Promise<Page> {
  const browser: BrowserContext = await openChromium()
  onTestFinished(async () => void (await browser.close()))
  const page = await browser.newPage()
  await page.goto(url)
  return page
}

/** Connects, and connects again when the connection ends, since browsers do not reconnect a WebSocket by themselves. */
const CONNECT = `
  heard = []
  codes = []
  connect = () => {
    socket = new WebSocket('/chat')
    socket.onmessage = ({ data }) => heard.push(data)
    socket.onclose = ({ code }) => {
      codes.push(code)
      setTimeout(connect, 50)
    }
  }
  connect()
`

const isOpen = (page: Page) => expect.poll(() => page.evaluate('socket.readyState')).toBe(1)

test.skipIf(NO_CHROMIUM !== undefined)(
  `visitors who have logged in talk over WebSockets, and go on when the server starts again${SKIPPED}`,
  async () => {
    const port = await freePort()
    const url = `http://localhost:${port}/`
    const first = await startChat(port)
    const [ada, bob] = await Promise.all([visit(url), visit(url)])
    // Before the log-in, the connection is refused.
    await ada.evaluate(CONNECT)
    await expect.poll(() => ada.evaluate<number[]>('codes')).toContain(1006)
    await ada.evaluate("fetch('/log-in/ada', { method: 'POST' })")
    await bob.evaluate("fetch('/log-in/bob', { method: 'POST' })")
    await bob.evaluate(CONNECT)
    await Promise.all([isOpen(ada), isOpen(bob)])
    await ada.evaluate("socket.send('tea?')")
    await expect.poll(() => bob.evaluate('heard')).toEqual(['ada: tea?'])

    first.stop()
    expect(await first.ended).toBe(0)
    expect(await bob.evaluate<number[]>('codes[0]')).toBe(1001)
    await startChat(port)
    await Promise.all([isOpen(ada), isOpen(bob)])
    await bob.evaluate("socket.send('with milk')")
    await expect.poll(() => ada.evaluate('heard')).toEqual(['ada: tea?', 'bob: with milk'])
  },
)

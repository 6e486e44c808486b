import { expect, onTestFinished, test } from 'vitest'
import { NO_CHROMIUM, openChromium, SKIPPED } from '../browser/chromium.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'
import { Client } from './client.ts'
import { newData, startNoticeboard } from './noticeboard.ts'
import { Visit } from './visit.ts'

const skipped = NO_REDIS === undefined ? SKIPPED : ` (${NO_REDIS})`

test.skipIf(NO_CHROMIUM !== undefined || NO_REDIS !== undefined)(
  `a page behind the log-in shows notices that were written while its process restarted, and later ones${skipped}`,
  async () => {
    const redis = await startRedis()
    const data = newData()
    onTestFinished(() => data.remove())
    const env = { ...data.env, REDIS_URL: redis.url }
    const [one, two] = await Promise.all([startNoticeboard(env), startNoticeboard(env)])
    const browser = await openChromium()
    onTestFinished(async () => void (await browser.close()))
    const page = browser.pages()[0] ?? (await browser.newPage())
    const bob = new Visit(page, one.url)
    await bob.signUp('Bob')
    await bob.found('Red')
    const elsewhere = new Client()
    await elsewhere.logIn(two.url, 'Bob')
    const shown = (title: string) => page.getByRole('link', { name: title, exact: true }).waitFor()
    await page.evaluate('isSamePage = true')

    await elsewhere.write(two.url, 'red-1', 'Before')
    await shown('Before')
    one.program.stop()
    expect(await one.program.ended).toBe(0)
    await elsewhere.write(two.url, 'red-1', 'Meanwhile')
    const again = await startNoticeboard({ ...env, PORT: String(one.port) })
    await shown('Meanwhile')
    await elsewhere.write(two.url, 'red-1', 'Afterwards')
    await shown('Afterwards')
    expect(await bob.notices()).toEqual(['Afterwards', 'Meanwhile', 'Before'])
    expect(await page.evaluate('isSamePage')).toBe(true)

    // The client logs out at the other process. That ends its own session; Bob's session in the browser goes on.
    await elsewhere.ask(two.url, '/log-out', {})
    await bob.open('/')
    expect(await bob.title()).toBe('Your teams')
    again.program.stop()
    expect(await again.program.ended).toBe(0)
  },
)

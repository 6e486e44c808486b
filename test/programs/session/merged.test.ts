import { Application, json } from '@app/core'
import { SESSION, type Session, session, sessionKey } from '@app/session'
import { CookieJar } from 'tough-cookie'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import { expect, onTestFinished, test } from 'vitest'
import { NO_REDIS, startRedis } from './redis.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`
const URL = 'https://site.example/'
const [BASKET, USER] = [sessionKey<string>('basket'), sessionKey<number>('user')]

const STEPS: Readonly<Record<string, (visit: Session) => unknown>> = {
  begin: (visit) => [visit.set(BASKET, 'tea'), visit.set(USER, 0)],
  empty: (visit) => visit.delete(BASKET),
  'log-in': (visit) => visit.set(USER, 7),
  greet: (visit) => visit.flash('notice', 'Welcome'),
  show: (visit) => [visit.get(BASKET), visit.get(USER), visit.flashes('notice').length],
}

/** An application like one process of several: it shares with the others nothing but the Redis. */
function oneProcess(url: string) {
  const store = createStorage({ driver: redisDriver({ url, maxRetriesPerRequest: 0 }) })
  onTestFinished(() => store.dispose())
  const app = new Application().pipe(session({ secret: 'merged'.repeat(8), store }))
  return app.pipe((request) => json(STEPS[request.path.slice(1)]?.(request.attribute(SESSION)) ?? null))
}

test.skipIf(NO_REDIS !== undefined)(
  `changes that processes make to one session at the same moment are kept${SKIPPED}`,
  async () => {
    const { url } = await startRedis()
    const processes = [oneProcess(url), oneProcess(url), oneProcess(url)]
    const lost: unknown[] = []
    for (let round = 0; round < 40; round++) {
      const jar = new CookieJar()
      const ask = async (number: number, path: string) => {
        const headers = { cookie: await jar.getCookieString(URL) }
        const response = await processes[number]?.request(URL + path, { headers })
        for (const line of response?.headers.getSetCookie() ?? []) await jar.setCookie(line, URL)
        return response?.json()
      }
      await ask(0, 'begin')
      await Promise.all([ask(0, 'empty'), ask(1, 'log-in'), ask(2, 'greet')])
      const kept = await ask(1, 'show')
      if (JSON.stringify(kept) !== '[null,7,1]') lost.push(kept)
    }
    // Without a transaction a write may still come too late to be noticed, on a busy machine.
    expect(lost.length).toBeLessThan(4)
  },
)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type LinkStore, onceLinks } from '@app/authentication'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { linksInRedis, linksInTable } from '../../../examples/pages/once-links/stores.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

const linksIn = (store: LinkStore) =>
  onceLinks({ secret: 'shop'.repeat(8), purposes: { join: 3_600, leave: 3_600 }, store })

/** Uses one link twenty times at once, by two programs in turn, and returns the outcomes, sorted. */
async function race(one: LinkStore, two: LinkStore): Promise<readonly string[]> {
  const programs = [linksIn(one), linksIn(two)] as const
  const token = await programs[0].create({ purpose: 'join', subject: '7' })
  expect(await programs[1].use(token, 'leave')).toEqual({ isValid: false, reason: 'invalid' })
  expect((await programs[1].find(token, 'join')).isValid).toBe(true)
  const uses = Array.from({ length: 20 }, (_, index) => (programs[index % 2] ?? programs[0]).use(token, 'join'))
  const outcomes = await Promise.all(uses)
  expect(await programs[1].find(token, 'join')).toEqual({ isValid: false, reason: 'used' })
  return outcomes.map((found) => (found.isValid ? found.subject : found.reason)).toSorted()
}

const ONE_WINS = ['7', ...Array.from({ length: 19 }, () => 'used')]

/** Opens a database of its own connection in a file that the test deletes. */
function database(): () => DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'links-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return () => {
    const opened = new DatabaseSync(join(folder, 'site.sqlite'))
    onTestFinished(() => opened.close())
    return opened
  }
}

test('of twenty uses of a link at once exactly one succeeds, with a store in a table of node:sqlite', async () => {
  const open = database()
  for (let round = 0; round < 20; round++)
    expect(await race(linksInTable(open()), linksInTable(open()))).toEqual(ONE_WINS)
})

test('the table of links has digests, and no longer than the links are valid', async () => {
  const connection = database()()
  const store = linksInTable(connection)
  const token = await linksIn(store).create({ purpose: 'join', subject: '7' })
  const rows = () => connection.prepare('SELECT * FROM links').all()
  expect(rows()).toMatchObject([{ purpose: 'join', subject: '7' }])
  expect(JSON.stringify(rows())).not.toContain(token.slice(-20))
  connection.exec('UPDATE links SET expires = 1')
  await linksIn(store).create({ purpose: 'join', subject: '8' })
  expect(rows()).toMatchObject([{ subject: '8' }])
})

test.skipIf(NO_REDIS !== undefined)(
  `of twenty uses of a link at once exactly one succeeds, with a store in a Redis; if the Redis comes back empty or is down, no use succeeds${SKIPPED}`,
  async () => {
    const redis = await startRedis()
    const connect = () => {
      const client = new Redis(redis.url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
      client.on('error', () => undefined)
      onTestFinished(() => client.disconnect())
      return client
    }
    const [one, two] = [connect(), connect()]
    for (let round = 0; round < 20; round++) expect(await race(linksInRedis(one), linksInRedis(two))).toEqual(ONE_WINS)
    const links = linksIn(linksInRedis(one))
    const token = await links.create({ purpose: 'join', subject: '7' })
    const [key = ''] = await one.keys('link:*')
    expect(await one.pttl(key)).toBeGreaterThan(3_590_000)
    await redis.stop()
    await expect(links.use(token, 'join')).rejects.toThrow()
    await redis.start()
    await expect.poll(() => one.status).toBe('ready')
    expect(await links.use(token, 'join')).toEqual({ isValid: false, reason: 'used' })
  },
)

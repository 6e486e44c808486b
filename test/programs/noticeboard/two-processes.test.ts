import { Redis as RedisClient } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_REDIS, type Redis, startRedis } from '../session/redis.ts'
import { Client } from './client.ts'
import { type Noticeboard, newData, startNoticeboard } from './noticeboard.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

/** Founds a team, and returns its name in URLs. */
async function found(client: Client, url: string, name: string): Promise<string> {
  const { headers } = await client.ask(url, '/teams', { name })
  return headers.get('location')?.split('/').at(-1) ?? ''
}

describe.skipIf(NO_REDIS !== undefined)(`two processes with a Redis${SKIPPED}`, () => {
  let data: ReturnType<typeof newData>
  let redis: Redis
  /** Two processes of the noticeboard, which share a database, a folder and a Redis. Each test has its own visitors. */
  let one: Noticeboard
  let two: Noticeboard

  const start = () => startNoticeboard({ ...data.env, REDIS_URL: redis.url })

  beforeAll(async () => {
    data = newData()
    redis = await startRedis()
    ;[one, two] = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    for (const { program } of [one, two]) {
      program.stop()
      expect(await program.ended).toBe(0)
    }
    data.remove()
  })

  // No test has the sessions of another, or its guesses.
  beforeEach(async () => {
    const client = new RedisClient(redis.url)
    await client.flushall()
    client.disconnect()
  })

  test('a visitor who logs in at one process is recognized by the other, and a log-out at one is a log-out at both', async () => {
    const ada = new Client()
    await ada.signUp(one.url, 'Ada')
    expect((await ada.ask(two.url, '/')).status).toBe(200)
    await ada.ask(two.url, '/log-out', {})
    expect((await ada.ask(one.url, '/')).status).toBe(401)
  })

  test('guesses of a password are counted together, at whichever process they arrive', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      const fields = { email: 'bob@site.example', password: 'a guess' }
      statuses.push((await new Client().ask((guess % 2 ? one : two).url, '/log-in', fields)).status)
    }
    expect(statuses).toEqual([...new Array(10).fill(422), 429, 429])
  })

  test('clients of one process get an event about a notice that the other process has accepted', async () => {
    const eve = new Client()
    await eve.signUp(one.url, 'Eve')
    const team = await found(eve, one.url, 'Red')
    const stream = (await eve.ask(two.url, `/teams/${team}/news`)).body
      ?.pipeThrough(new TextDecoderStream())
      .getReader()
    let heard = ''
    const hear = async (text: string) => {
      while (!heard.includes(text)) heard += (await stream?.read())?.value ?? '[the end]'
    }
    await hear('event: ready')
    await eve.write(one.url, team, 'Tea')
    await hear('"title":"Tea"')
    await stream?.cancel()
  })

  test('sessions, guesses and news are in the Redis, where processes on other machines find them', async () => {
    const kay = new Client()
    await kay.signUp(one.url, 'Kay')
    await kay.write(one.url, await found(kay, one.url, 'Green'), 'Tea')
    const client = new RedisClient(redis.url)
    const kinds = (await client.keys('*')).map((key) => key.split(':')[0])
    client.disconnect()
    expect([...new Set(kinds)].sort()).toEqual(['noticeboard', 'rate-limit', 'session'])
  })

  test('if one process is killed under load, each confirmed notice is kept, and nobody is logged out', async () => {
    const doomed = await start()
    const kim = new Client()
    await kim.signUp(one.url, 'Kim')
    const team = await found(kim, one.url, 'Blue')
    const written: string[] = []
    let failed = 0
    let isKilled = false
    let left = 40
    /**
     * Sends notices to the two processes in turn, as a proxy would. If the killed process does not answer, sends the
     * notice to the other.
     */
    const writer = async (number: number) => {
      for (let turn = 0; isKilled ? left-- > 0 : true; turn++) {
        const title = `Notice ${number}.${turn}`
        const url = ((number + turn) % 2 ? one : doomed).url
        const write = (to: string) => kim.write(to, team, title)
        const { status } = await write(url).catch(() => {
          failed++
          return write(one.url)
        })
        expect(status).toBe(303)
        written.push(title)
        if (written.length === 60) {
          doomed.program.stop('SIGKILL')
          await doomed.program.ended
          isKilled = true
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_none, number) => writer(number)))
    expect(failed).toBeGreaterThan(0)
    expect(written.length).toBeGreaterThanOrEqual(100)
    const shown = new Set<string>()
    for (let page = 1; page <= Math.ceil((written.length + failed) / 10); page++) {
      const text = await (await kim.ask(one.url, `/teams/${team}?page=${page}`)).text()
      for (const [, title = ''] of text.matchAll(/notices\/\d+">([^<]*)</g)) shown.add(title)
    }
    expect(written.filter((title) => !shown.has(title))).toEqual([])
  })
})

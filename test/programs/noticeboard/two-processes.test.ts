import { describe, expect, onTestFinished, test } from 'vitest'
import { NO_REDIS, startRedis } from '../session/redis.ts'
import { Client } from './client.ts'
import { type Noticeboard, newData, startNoticeboard } from './noticeboard.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

/** Starts two processes of the noticeboard, which share a database, a folder and a Redis. */
async function startTwo(): Promise<readonly [Noticeboard, Noticeboard]> {
  const redis = await startRedis()
  const data = newData()
  onTestFinished(() => data.remove())
  const env = { ...data.env, REDIS_URL: redis.url }
  return Promise.all([startNoticeboard(env), startNoticeboard(env)])
}

describe.skipIf(NO_REDIS !== undefined)(`two processes with a Redis${SKIPPED}`, () => {
  test('a visitor who logs in at one process is recognized by the other, and a log-out at one is a log-out at both', async () => {
    const [one, two] = await startTwo()
    const ada = new Client()
    await ada.signUp(one.url, 'Ada')
    expect((await ada.ask(two.url, '/')).status).toBe(200)
    await ada.ask(two.url, '/log-out', {})
    expect((await ada.ask(one.url, '/')).status).toBe(401)
  })

  test('guesses of a password are counted together, at whichever process they arrive', async () => {
    const [one, two] = await startTwo()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      const fields = { email: 'ada@site.example', password: 'a guess' }
      statuses.push((await new Client().ask((guess % 2 ? one : two).url, '/log-in', fields)).status)
    }
    expect(statuses).toEqual([...new Array(10).fill(422), 429, 429])
  })

  test('clients of one process get an event about a notice that the other process has accepted', async () => {
    const [one, two] = await startTwo()
    const ada = new Client()
    await ada.signUp(one.url, 'Ada')
    await ada.ask(one.url, '/teams', { name: 'Red' })
    const stream = (await ada.ask(two.url, '/teams/red-1/news')).body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const hear = async (text: string) => {
      while (!heard.includes(text)) heard += (await stream?.read())?.value ?? '[the end]'
    }
    await hear('event: ready')
    await ada.write(one.url, 'red-1', 'Tea')
    await hear('"title":"Tea"')
    await stream?.cancel()
  })

  test('if one process is killed under load, each confirmed notice is kept, and nobody is logged out', async () => {
    const [one, two] = await startTwo()
    const ada = new Client()
    await ada.signUp(one.url, 'Ada')
    await ada.ask(one.url, '/teams', { name: 'Red' })
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
        const url = ((number + turn) % 2 ? one : two).url
        const write = (to: string) => ada.write(to, 'red-1', title)
        const { status } = await write(url).catch(() => {
          failed++
          return write(one.url)
        })
        expect(status).toBe(303)
        written.push(title)
        if (written.length === 60) {
          two.program.stop('SIGKILL')
          await two.program.ended
          isKilled = true
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_none, number) => writer(number)))
    expect(failed).toBeGreaterThan(0)
    expect(written.length).toBeGreaterThanOrEqual(100)
    const found = new Set<string>()
    for (let page = 1; page <= Math.ceil((written.length + failed) / 10); page++) {
      const text = await (await ada.ask(one.url, `/teams/red-1?page=${page}`)).text()
      for (const [, title = ''] of text.matchAll(/notices\/\d+">([^<]*)</g)) found.add(title)
    }
    expect(written.filter((title) => !found.has(title))).toEqual([])
    one.program.stop()
    expect(await one.program.ended).toBe(0)
  })
})

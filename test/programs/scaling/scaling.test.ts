import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventSource } from 'eventsource'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, startProgram } from '../run-program.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'scaling-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { redis: await startRedis(), folder }
}

type Shared = Awaited<ReturnType<typeof prepare>>

async function startProcess({ redis, folder }: Shared, env: Readonly<Record<string, string>> = {}) {
  const program = startProgram(join(import.meta.dirname, 'program.ts'), {
    cwd: import.meta.dirname,
    env: { REDIS_URL: redis.url, FOLDER: folder, LEASE_MS: '1000', ...env },
  })
  const [, port] = await program.waitFor(/READY (\d+)/)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    program,
    ask: (path: string, init?: RequestInit) => fetch(url + path, init),
    async kill() {
      program.stop('SIGKILL')
      await program.ended
    },
  }
}

/** Listens to the events of a room, as `EventSource` in a browser does. */
function listen(url: string, room: string) {
  const source = new EventSource(`${url}/news/${room}`)
  onTestFinished(() => source.close())
  const heard: string[] = []
  source.addEventListener('message', ({ data }) => heard.push(data))
  return { heard, isOpen: () => expect.poll(() => source.readyState).toBe(1) }
}

const post = (body: string): RequestInit => ({ method: 'POST', body })

test.skipIf(NO_REDIS !== undefined)(
  `sessions, limits, files and jobs outlive the process that made them${SKIPPED}`,
  async () => {
    const shared = await prepare()
    const one = await startProcess(shared, { IS_STUCK: 'yes' })
    const entered = await one.ask('/log-in/ada', post(''))
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect([(await one.ask('/limited')).status, (await one.ask('/limited')).status]).toEqual([200, 200])
    const form = new FormData()
    form.set('photo', new Blob(['a photo']), 'photo.png')
    const [name] = (await (await one.ask('/files', { method: 'POST', body: form })).json()) as string[]
    expect((await one.ask('/jobs', post('bake'))).status).toBe(202)
    await one.program.waitFor(/TAKEN bake/)
    await one.kill()

    const two = await startProcess(shared)
    expect(await (await two.ask('/me', { headers: { cookie } })).json()).toBe('ada')
    expect([(await two.ask('/limited')).status, (await two.ask('/limited')).status]).toEqual([200, 429])
    expect(await (await two.ask(`/files/${name}`)).text()).toBe('a photo')
    expect((await two.ask('/files/other')).status).toBe(404)
    // Another process does the job when its lease is over, and no process takes it again after it was done.
    await two.program.waitFor(/TAKEN bake/)
    await two.ask('/jobs', post('serve'))
    await two.program.waitFor(/TAKEN serve/)
    // Longer than a lease.
    await sleep(1_500)
    expect(two.program.output().match(/TAKEN \w+/g)).toEqual(['TAKEN bake', 'TAKEN serve'])
    two.program.stop()
    expect(await two.program.ended).toBe(0)
  },
)

test.skipIf(NO_REDIS !== undefined)(
  `news reach the listeners of all processes, and if one process is killed, its listeners miss no event${SKIPPED}`,
  async () => {
    const shared = await prepare()
    const port = String(await freePort())
    const [one, two] = await Promise.all([startProcess(shared, { PORT: port }), startProcess(shared)])
    const [ada, bob, eve] = [listen(one.url, 'tea'), listen(two.url, 'tea'), listen(two.url, 'beer')]
    await Promise.all([ada.isOpen(), bob.isOpen(), eve.isOpen()])
    // The first event gives the listener an id, with which it continues after an interruption.
    await expect
      .poll(async () => {
        await two.ask('/news/tea', post('begin'))
        return ada.heard.length > 0 && bob.heard.length > 0
      })
      .toBe(true)
    await one.ask('/news/tea', post('1'))
    await two.ask('/news/tea', post('2'))
    await expect.poll(() => ada.heard).toContain('2')
    await one.kill()
    for (const text of ['3', '4']) expect((await two.ask('/news/tea', post(text))).status).toBe(204)
    await startProcess(shared, { PORT: port })
    await two.ask('/news/tea', post('5'))
    for (const { heard } of [ada, bob]) {
      await expect.poll(() => heard.filter((text) => text !== 'begin')).toEqual(['1', '2', '3', '4', '5'])
    }
    expect(eve.heard).toEqual([])
  },
)

test.skipIf(NO_REDIS !== undefined)(
  `while the Redis is down, requests for sessions, news and jobs get a 503, and each process counts its limits alone; all recover when the Redis is back${SKIPPED}`,
  async () => {
    const shared = await prepare()
    const { ask, url, program } = await startProcess(shared)
    const entered = await ask('/log-in/ada', post(''))
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { heard, isOpen } = listen(url, 'tea')
    await isOpen()
    expect((await ask('/health/ready')).status).toBe(200)
    await shared.redis.stop()
    await expect.poll(async () => (await ask('/health/ready')).status).toBe(503)
    expect((await ask('/health/live')).status).toBe(200)
    expect((await ask('/me', { headers: { cookie } })).status).toBe(503)
    expect((await ask('/news/tea', post('lost'))).status).toBe(503)
    expect((await ask('/jobs', post('lost'))).status).toBe(503)
    const limited = await Promise.all([1, 2, 3, 4].map(() => ask('/limited')))
    expect(limited.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429])
    await shared.redis.start()
    await expect.poll(async () => (await ask('/health/ready')).status).toBe(200)
    // The Redis has come back empty: the session is gone, and no visitor gets the session of another.
    await expect.poll(async () => (await ask('/me', { headers: { cookie } })).status).toBe(200)
    expect(await (await ask('/me', { headers: { cookie } })).json()).toBe(null)
    await expect
      .poll(async () => {
        await ask('/news/tea', post('again'))
        return heard
      })
      .toContain('again')
    expect((await ask('/jobs', post('bake'))).status).toBe(202)
    program.stop()
    expect(await program.ended).toBe(0)
  },
)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHub, type Hub, type HubEvent, type HubOptions } from '../hub.ts'
import { eventStream } from '../index.ts'

/** Listens as a client that reconnects with an id; `next` returns the next event as [id, event, data]. */
function listen(hub: Hub, channel: string, lastEventId?: string) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const events = hub.events(channel, { lastEventId, signal: abort.signal })
  // A listener without an id begins with the first event after its first `next`.
  let asked = events.next()
  const next = async () => {
    const { value } = await asked
    asked = events.next()
    return value && [value.id, value.event, value.data]
  }
  return { next, abort, ended: async () => (await asked).done }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('all listeners of a channel get an event, and those of other channels do not', async () => {
  const hub = createHub()
  const [ada, bob, eve] = [listen(hub, 'red'), listen(hub, 'red'), listen(hub, 'blue')]
  await settled()
  const id = await hub.publish('red', { event: 'notice', data: { title: 'Tea' } })
  expect([await ada.next(), await bob.next()]).toEqual([
    [id, 'notice', { title: 'Tea' }],
    [id, 'notice', { title: 'Tea' }],
  ])
  await hub.publish('blue', { data: 'for Eve' })
  expect((await eve.next())?.[2]).toBe('for Eve')
})

test('a client that comes back gets what it has missed, in order', async () => {
  const hub = createHub()
  const first = await hub.publish('red', { data: 1 })
  for (let i = 2; i <= 50; i++) await hub.publish('red', { data: i })
  const ada = listen(hub, 'red', first)
  for (let i = 2; i <= 50; i++) expect((await ada.next())?.[2]).toBe(i)
})

test('a client that has missed events which are no longer kept is told so', async () => {
  const hub = createHub({ keep: 3 })
  const first = await hub.publish('red', { data: 1 })
  const second = await hub.publish('red', { data: 2 })
  for (const i of [3, 4, 5]) await hub.publish('red', { data: i })
  const [late, known] = [listen(hub, 'red', first), listen(hub, 'red', second)]
  expect(await late.next()).toEqual([undefined, 'missed', ''])
  expect((await late.next())?.[2]).toBe(3)
  expect((await known.next())?.[2]).toBe(3)
})

test('a page that has the id of the newest event listens from there on', async () => {
  const hub = createHub()
  await hub.publish('red', { data: 'shown on the page' })
  const id = await hub.lastId('red')
  await hub.publish('red', { data: 'after the page' })
  expect((await listen(hub, 'red', id).next())?.[2]).toBe('after the page')
})

test.each(['', 'x', '1', '-', '1-', '9'.repeat(100), '1-1\n', "1-0' OR 1"])(
  'a client with the id %j begins with the next event',
  async (id) => {
    const hub = createHub()
    await hub.publish('red', { data: 'before' })
    const ada = listen(hub, 'red', id)
    await settled()
    await hub.publish('red', { data: 'after' })
    expect((await ada.next())?.[2]).toBe('after')
  },
)

test('a listener ends with its signal', async () => {
  const hub = createHub()
  const ada = listen(hub, 'red')
  await settled()
  ada.abort.abort()
  expect(await ada.ended()).toBe(true)
})

test('ids grow even if the clock goes back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  const hub = createHub()
  const ids = [await hub.publish('red', { data: 1 })]
  vi.setSystemTime(500)
  ids.push(await hub.publish('red', { data: 2 }), await hub.publish('red', { data: 3 }))
  expect(ids).toEqual(['1000-1', '1000-2', '1000-3'])
})

test('of very many channels, the ones without news for longest are forgotten', async () => {
  const hub = createHub()
  const id = await hub.publish('first', { data: 1 })
  await hub.publish('first', { data: 2 })
  for (let i = 0; i < 10_000; i++) await hub.publish(`channel ${i}`, { data: i })
  expect(await listen(hub, 'first', id).next()).toEqual([undefined, 'missed', ''])
})

test('an event is refused if it is too large or has no data', async () => {
  const hub = createHub()
  await expect(hub.publish('red', { data: 'x'.repeat(70_000) })).rejects.toThrow(
    'publish("red"): the event has 70011 characters, and may have 65536. Publish an id.',
  )
  await expect(hub.publish('red', { data: undefined })).rejects.toThrow(
    `publish("red"): the event has no "data". Write data: '' for none.`,
  )
})

test('an unknown option is refused', () => {
  expect(() => createHub({ kep: 3 } as object)).toThrow('createHub(): unknown option "kep". Did you mean "keep"?')
})

test('a route sends the events of a hub to its clients', async () => {
  const hub = createHub()
  const app = new Application({ router: new FindMyWayRouter() })
  app.get(
    '/news/{room}',
    eventStream<{ room: string }>(({ params }, context) => hub.events(params.room, context)),
  )
  const id = await hub.publish('red', { data: 'one' })
  await hub.publish('red', { event: 'notice', data: { title: 'Tea' } })
  const response = await app.request('/news/red', { headers: { 'last-event-id': id } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const heard = [(await reader?.read())?.value, (await reader?.read())?.value]
  expect(heard[1]).toMatch(/^event: notice\nid: \d+-\d+\ndata: \{"title":"Tea"\}\n\n$/)
  await reader?.cancel()
})

test('a listener that is connected, and falls behind, is told what it has missed', async () => {
  const hub = createHub({ keep: 5 })
  const slow = listen(hub, 'red')
  await settled()
  for (let i = 0; i < 50; i++) await hub.publish('red', { data: i })
  const heard = [await slow.next(), await slow.next(), await slow.next()]
  expect(heard.map((event) => event?.[1] ?? event?.[2])).toEqual([0, 'missed', 45])
})

test('a fast listener misses nothing silently, however many events are published at once', async () => {
  const hub = createHub()
  const ada = listen(hub, 'red')
  await settled()
  await Promise.all(Array.from({ length: 250 }, (_, data) => hub.publish('red', { data })))
  const heard: unknown[] = []
  while (heard.at(-1) !== 249) heard.push((await ada.next())?.slice(1).find((part: unknown) => part !== undefined))
  expect(heard.slice(0, 2)).toEqual(['missed', 150])
})

test('a client that comes back to another process, without a Redis, is told that it has missed events', async () => {
  const id = await createHub().publish('red', { data: 'in the process before' })
  await settled()
  expect(await listen(createHub(), 'red', id).next()).toEqual([undefined, 'missed', ''])
})

test.each<HubEvent>([{ event: 'note\nby eve', data: 1 }, { event: 5 as never, data: 1 }, { data: Promise.resolve() }])(
  'an event that no client could read is refused: %j',
  async (event) => {
    await expect(createHub().publish('red', event)).rejects.toThrow(TypeError)
  },
)

describe('a hub in a SQLite', () => {
  function connections(count: number): DatabaseSync[] {
    const folder = mkdtempSync(join(tmpdir(), 'hub-'))
    const all = Array.from({ length: count }, () => new DatabaseSync(join(folder, 'test.db')))
    onTestFinished(() => {
      for (const one of all) one.close()
      rmSync(folder, { recursive: true })
    })
    return all
  }

  function hubs(count: number, options: HubOptions = {}): Hub[] {
    const all = connections(count).map((database) => createHub({ ...options, database }))
    onTestFinished(() => {
      for (const hub of all) hub[Symbol.dispose]()
    })
    return all
  }

  test('passes events on to the listeners of another process', async () => {
    const [one, other] = hubs(2) as [Hub, Hub]
    const [near, far] = [listen(one, 'red'), listen(other, 'red')]
    await other.lastId('red')
    await settled()
    const id = await one.publish('red', { event: 'notice', data: { title: 'Tea' } })
    expect([await near.next(), await far.next()]).toEqual([
      [id, 'notice', { title: 'Tea' }],
      [id, 'notice', { title: 'Tea' }],
    ])
  })

  test('tells a client what it has missed', async () => {
    const [hub] = hubs(1, { keep: 3 }) as [Hub]
    const empty = await hub.lastId('red')
    const first = await hub.publish('red', { data: 1 })
    const second = await hub.publish('red', { data: 2 })
    for (const data of [3, 4, 5]) await hub.publish('red', { data })
    const [late, known, early] = [listen(hub, 'red', first), listen(hub, 'red', second), listen(hub, 'red', empty)]
    expect([await late.next(), (await late.next())?.[2]]).toEqual([[undefined, 'missed', ''], 3])
    expect((await known.next())?.[2]).toBe(3)
    expect((await early.next())?.[1]).toBe('missed')
  })

  test('keeps every event of processes that publish at once, each once and in the order of ids', async () => {
    const all = hubs(3, { keep: 1_000 })
    await Promise.all(all.map((hub) => hub.start()))
    const ada = listen(all[0] as Hub, 'red')
    await settled()
    await Promise.all(
      all.flatMap((hub, n) => Array.from({ length: 20 }, (_, i) => hub.publish('red', { data: n * 20 + i }))),
    )
    const heard: number[] = []
    while (heard.length < 60) heard.push((await ada.next())?.[2])
    expect(heard.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i))
  })

  test('refuses a name that is not one of a table, and a Redis beside it', () => {
    const [database] = connections(1) as [DatabaseSync]
    expect(() => createHub({ database, name: 'my events' })).toThrow('"my events" is not a name of a table')
    const redis = { call: async () => null, duplicate: () => redis } as never
    expect(() => createHub({ database, redis })).toThrow('give either "redis" or "database"')
  })
})

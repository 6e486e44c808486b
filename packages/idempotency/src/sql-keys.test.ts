import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Application, text } from '@app/core'
import { expect, test } from 'vitest'
import { idempotency, type KeyStore, sqlKeys } from './index.ts'

const claim = (store: KeyStore, holder: string, more: { readonly lease?: number; readonly after?: string } = {}) =>
  store.claim('id', { request: 'digest', holder, lease: 0.05, lifetime: 60, ...more })

test('a key in a SQLite is claimed once, renewed by its holder alone, and finished once', async () => {
  const store = sqlKeys(new DatabaseSync(':memory:'))
  expect(await claim(store, 'a')).toEqual({ state: 'claimed' })
  expect(await claim(store, 'b')).toEqual({ state: 'running', request: 'digest', holder: 'a' })
  expect([await store.renew('id', 'a', 60), await store.renew('id', 'b', 60)]).toEqual([true, false])
  await store.free('id', 'b')
  await store.finish('id', 'other digest', 'wrong', 60)
  await store.finish('id', 'digest', 'said', 60)
  await store.finish('id', 'digest', 'said twice', 60)
  await store.free('id', 'a')
  expect(await claim(store, 'b')).toEqual({ state: 'finished', request: 'digest', response: 'said' })
})

test('a key whose lease is over is taken over by one alone, unless its holder has renewed it', async () => {
  const store = sqlKeys(new DatabaseSync(':memory:'))
  await claim(store, 'a')
  await sleep(70)
  expect(await claim(store, 'b')).toEqual({ state: 'abandoned', request: 'digest', holder: 'a' })
  await store.renew('id', 'a', 0.05)
  expect((await claim(store, 'b', { after: 'a' })).state).toBe('running')
  await sleep(70)
  const both = await Promise.all([claim(store, 'b', { after: 'a', lease: 9 }), claim(store, 'c', { after: 'a' })])
  expect(both.map(({ state }) => state)).toEqual(['claimed', 'running'])
  await store.free('id', 'a')
  expect((await claim(store, 'c')).state).toBe('running')
  await store.free('id', 'b')
  expect((await claim(store, 'c')).state).toBe('claimed')
})

test('two applications on one SQLite run a request once', async () => {
  const database = new DatabaseSync(':memory:')
  let runs = 0
  const apps = [1, 2].map(() => {
    const app = new Application()
    app.pipe(idempotency({ store: sqlKeys(database), scope: 'anyone' })).pipe(async () => {
      await sleep(20)
      return text(`order ${++runs}`)
    })
    return app
  })
  const init = { method: 'POST', headers: { 'idempotency-key': 'one' } }
  const all = await Promise.all(Array.from({ length: 50 }, (_, index) => apps[index % 2]?.request('/', init)))
  expect([
    all.filter((response) => response?.status === 200 && !response.headers.has('idempotent-replayed')).length,
    runs,
  ]).toEqual([1, 1])
  expect(await (await apps[1]?.request('/', init))?.text()).toBe('order 1')
})

test('a handler that runs longer than a lease keeps its key', async () => {
  const app = new Application()
  let runs = 0
  const options = { store: sqlKeys(new DatabaseSync(':memory:')), scope: 'anyone', lease: 0.3 } as const
  app.pipe(idempotency(options)).pipe(async () => {
    await sleep(1_500)
    return text(`order ${++runs}`)
  })
  const ask = () => app.request('/', { method: 'POST', headers: { 'idempotency-key': 'one' } })
  const first = ask()
  await sleep(500)
  expect((await ask()).status).toBe(409)
  await first
  expect([await (await ask()).text(), runs]).toEqual(['order 1', 1])
})

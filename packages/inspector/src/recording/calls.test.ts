import { channel } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { application, inspect, visit } from '../inspected.test.helper.ts'

test('the inspector shows each call of fetch that is made while a request is handled, with its result and time, and hides secrets in it', async () => {
  const other = createServer((incoming, outgoing) => {
    if (incoming.url === '/gone') incoming.socket.destroy()
    else outgoing.writeHead(418).end('tea')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const app = application().pipe(async () => {
    const answer = await fetch(`${url}/price?token=verysecret&page=2`)
    await fetch(`${url}/gone`).catch(() => undefined)
    return text(await answer.text())
  })
  const { calls } = await visit(inspect(app, { fetches: true }), '/')
  expect(calls[0]).toMatchObject({ kind: 'fetch', text: `GET ${url}/price?token=********&page=2`, result: '418' })
  expect(calls[0]?.duration).toBeGreaterThan(0)
  expect(calls[1]?.result).toMatch(/closed|reset|terminated/i)
})

test('the inspector shows, for each of two concurrent requests, only the calls of fetch that this request has caused', async () => {
  const other = createServer((_incoming, outgoing) => setTimeout(() => outgoing.end('x'), 5)).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const inspected = inspect(
    application().pipe(async ({ path }) => json(await (await fetch(url + path)).text())),
    { fetches: true },
  )
  await Promise.all(['/a', '/b'].map(async (path) => (await inspected.request(path)).text()))
  for (const { id, target } of await inspected.list()) {
    expect((await inspected.details(id)).calls.map((call) => call.text)).toEqual([`GET ${url}${target}`])
  }
})

test('the inspector shows the SQL of the queries that Node reports, without the content of string literals unless showSecrets is true', async () => {
  // Node publishes messages of this form on this channel from version 26 on.
  const queries = channel('sqlite.db.query')
  const app = application().pipe(() => {
    queries.publish({ sql: "select * from users where mail = 'ada''s' and age > 7", database: {}, duration: 2_000_000 })
    return text('x')
  })
  const { calls } = await visit(inspect(app, { queries: true }), '/')
  expect(calls).toMatchObject([
    { kind: 'query', text: "select * from users where mail = '…' and age > 7", duration: 2 },
  ])
  const shown = await visit(inspect(app, { queries: true, showSecrets: true }), '/')
  expect(shown.calls[0]?.text).toContain("'ada''s'")
})

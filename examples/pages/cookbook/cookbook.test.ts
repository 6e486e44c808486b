import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Application } from '@app/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import apiKeys, { issueKey, revokeKey } from './api-keys.ts'
import etag from './etag.ts'
import idempotency from './idempotency.ts'
import { Jobs } from './jobs.ts'
import languages from './languages.ts'
import pagination from './pagination.ts'
import tenants from './tenants.ts'
import transactions from './transactions.ts'
import { signatureOf } from './webhook-signature.ts'
import webhooksIn, { events } from './webhooks-in.ts'
import { deliver } from './webhooks-out.ts'

const SECRET = 'whsec_b25seSBmb3IgdGhpcyBleGFtcGxl'

async function answer(app: Application, path: string, init: RequestInit = {}) {
  const response = await app.request(path, init)
  return [response.status, await response.text()]
}

test('an API key lets its owner in until it is revoked', async () => {
  const key = issueKey({ id: '7', name: 'Ada' })
  const headers = { authorization: `Bearer ${key}` }
  expect(await answer(apiKeys, '/me', { headers })).toEqual([200, '{"id":"7","name":"Ada"}'])
  revokeKey(key)
  const refused = await apiKeys.request('/me', { headers })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="acme"'])
  expect((await apiKeys.request('/me')).status).toBe(401)
})

test('a page that the client already has is answered with 304, until it changes', async () => {
  const tag = (await etag.request('/prices')).headers.get('etag') ?? ''
  const headers = { 'if-none-match': `"other", W/${tag}` }
  expect(await answer(etag, '/prices', { headers })).toEqual([304, ''])
  await etag.request('/prices/tea', { method: 'PUT', body: '4' })
  expect(await answer(etag, '/prices', { headers })).toEqual([200, '{"tea":4}'])
})

test('a write runs once, however often a client repeats it with the same Idempotency-Key', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const order = (key: string, body: string) =>
    answer(idempotency, '/orders', { method: 'POST', headers: { 'idempotency-key': key }, body })
  expect(await Promise.all([order('a', '"tea"'), order('a', '"tea"')])).toEqual([
    [201, '{"number":1}'],
    [409, 'The first request is under way.'],
  ])
  expect(await order('a', '"tea"')).toEqual([201, '{"number":1}'])
  expect(await order('a', '"rum"')).toEqual([422, 'The key is of another request.'])
  expect((await order('b', '"later"'))[0]).toBe(503)
  expect(await order('c', '"rum"')).toEqual([201, '{"number":2}'])
  expect((await idempotency.request('/orders', { method: 'POST', body: '1' })).status).toBe(400)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('the links from page to page lead through all rows, and each row is on exactly one page', async () => {
  const titles: string[] = []
  let url: string | undefined = '/notes'
  while (url !== undefined) {
    const response: Response = await pagination.request(url)
    titles.push(...((await response.json()) as { title: string }[]).map(({ title }) => title))
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(titles).toEqual(Array.from({ length: 45 }, (_, i) => `Note ${i + 1}`))
  expect((await pagination.request('/notes?after=x')).status).toBe(400)
})

test('texts, numbers and plurals are of the language that the client prefers', async () => {
  const ask = (language: string, count: number) =>
    languages.request(`/welcome/Ada/${count}`, { headers: { 'accept-language': language } })
  const german = await ask('fr, en;q=0.3, de-AT;q=0.8', 1200)
  expect(await german.text()).toBe('Willkommen, Ada! 1.200 Notizen')
  expect([german.headers.get('content-language'), german.headers.get('vary')]).toEqual(['de', 'accept-language'])
  expect(await (await ask('xx', 1)).text()).toBe('Welcome, Ada! 1 note')
})

test.each([
  ['de', 'Eine Notiz braucht einen Titel.', 'Ein Titel hat höchstens 100 Zeichen.'],
  ['en', 'A note needs a title.', 'A title has 100 letters at most.'],
])('in the language %s, the messages of validation are of this language too', async (language, missing, long) => {
  const messagesFor = async (note: object) => {
    const init = { method: 'POST', body: JSON.stringify(note), headers: { 'accept-language': language } }
    const { errors } = (await (await languages.request('/notes', init)).json()) as { errors: { message: string }[] }
    return errors.map(({ message }) => message)
  }
  expect(await messagesFor({})).toEqual([missing])
  expect(await messagesFor({ title: '' })).toEqual([missing])
  expect(await messagesFor({ title: 'x'.repeat(101) })).toEqual([long])
})

test('a request that fails has written nothing, also if other requests write at the same time', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const transfer = (path: string) => transactions.request(`/transfers/${path}`, { method: 'POST' })
  const answers = await Promise.all(['ada/bob/4', 'ada/bob/40', 'eve/bob/1', 'ada/bob/2'].map(transfer))
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 404, 200])
  const accounts = await (await transactions.request('/accounts')).json()
  expect(accounts).toEqual([
    { name: 'ada', amount: 4 },
    { name: 'bob', amount: 6 },
  ])
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('while the transaction of a request is open, others read what was committed, and more than a hundred do not wait', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const amounts = async () => JSON.stringify(await (await transactions.request('/accounts')).json())
  const before = await amounts()
  const transfers = Array.from({ length: 101 }, () =>
    transactions.request('/transfers/ada/bob/100', { method: 'POST' }),
  )
  expect(await amounts()).toBe(before)
  const statuses = (await Promise.all(transfers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(1)
  expect(await amounts()).toBe(before)
  log.mockRestore()
})

test('two processes that share a file of keys run a write once, and keep its response over a restart', async () => {
  const KEYS_FILE = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys.db')
  onTestFinished(() => rmSync(dirname(KEYS_FILE), { recursive: true }))
  vi.stubEnv('KEYS_FILE', KEYS_FILE)
  onTestFinished(() => void vi.unstubAllEnvs())
  const processes = await Promise.all(
    ['one', 'two'].map(
      async (name) => ((await import(`./idempotency.ts?${name}`)) as { default: Application }).default,
    ),
  )
  const order = (app?: Application) =>
    answer(app as Application, '/orders', { method: 'POST', headers: { 'idempotency-key': 'k' }, body: '"tea"' })
  const [first, second] = await Promise.all(processes.map(order))
  expect([first?.[0], second?.[0]].sort()).toEqual([201, 409])
  for (const app of processes) expect(await order(app)).toEqual([201, '{"number":1}'])
})

test('a tenant has a host, and sees only its own data', async () => {
  expect(await answer(tenants, 'https://north.example/notes')).toEqual([200, '[{"title":"Snow"}]'])
  expect(await answer(tenants, 'https://south.example/notes')).toEqual([200, '[{"title":"Sun"}]'])
  expect((await tenants.request('https://west.example/notes')).status).toBe(404)
})

test('a webhook is delivered again until it is accepted, and its receiver keeps the event once', async () => {
  let fails = 1
  const send: typeof fetch = async (_url, init) => {
    const response = await webhooksIn.request('/webhooks', init as RequestInit)
    return fails-- > 0 ? new Response(null, { status: 500 }) : response
  }
  await deliver({ url: 'https://sub.example/webhooks', secret: SECRET }, { paid: 7 }, { pauses: [0], send })
  expect(events).toEqual([{ paid: 7 }])
  const refused = deliver({ url: 'https://sub.example/', secret: 'whsec_AAAA' }, {}, { pauses: [0], send })
  await expect(refused).rejects.toThrow('https://sub.example/ answers 401')
})

test('a webhook with an old signature is refused', async () => {
  const old = Math.floor(Date.now() / 1_000) - 301
  const headers = {
    'webhook-id': 'x',
    'webhook-timestamp': String(old),
    'webhook-signature': signatureOf(SECRET, 'x', old, '{}'),
  }
  expect((await webhooksIn.request('/webhooks', { method: 'POST', headers, body: '{}' })).status).toBe(401)
  expect(events).toHaveLength(1)
})

test('a job that fails is tried again later, and the other jobs run in the meantime', async () => {
  const done: unknown[] = []
  let hasFailed = false
  const mail = async (to: unknown) => {
    if (to === 'ada' && !hasFailed) {
      hasFailed = true
      throw new Error('no such host')
    }
    done.push(to)
  }
  const jobs = new Jobs(new DatabaseSync(':memory:'), { mail })
  jobs.add('mail', 'ada')
  jobs.add('mail', 'bob')
  while (await jobs.runNext());
  expect(done).toEqual(['bob'])
  await jobs.runNext(Date.now() + 61_000)
  expect(done).toEqual(['bob', 'ada'])
  expect(await jobs.runNext(Date.now() + 1e9)).toBe(false)
})

test('a job with an unknown name is kept, with a message that names the problem', async () => {
  const database = new DatabaseSync(':memory:')
  const jobs = new Jobs(database, {})
  jobs.add('mial', 'ada')
  await jobs.runNext()
  expect(database.prepare('SELECT name, problem FROM jobs').all()).toEqual([
    { name: 'mial', problem: 'Error: Nothing here does "mial".' },
  ])
})

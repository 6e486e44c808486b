import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { linkTo, type Noticeboard, newData, outbox, startNoticeboard } from '../noticeboard/noticeboard.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'
import { anHourLater, WITH_CLOCK } from './later.ts'
import { SharedCache } from './shared-cache.ts'
import { type Answer, type Asking, Visitor } from './visitor.ts'

const PASSWORD = 'correct horse battery'
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }
const GRAPHQL_TYPE = { ...JSON_TYPE, 'content-type': 'application/graphql' }

async function started(env: Readonly<Record<string, string>> = {}): Promise<Noticeboard> {
  const data = newData()
  onTestFinished(() => data.remove())
  return startNoticeboard({ ...data.env, ...env })
}

/** Signs somebody up, with an e-mail address of their own. */
async function member(name: string, url: string): Promise<Visitor> {
  const visitor = new Visitor(url)
  const email = `${name.toLowerCase()}@site.example`
  await visitor.ask('/sign-up', { body: { email } })
  expect((await visitor.ask(await linkTo(email, url), { body: { name, password: PASSWORD } })).status).toBe(303)
  return visitor
}

/** Signs up Ada, who founds the team Red and writes a notice on its board. */
async function founder(url: string): Promise<Visitor> {
  const ada = await member('Ada', url)
  expect(await founded(ada)).toBe('/teams/red-1')
  return ada
}

/** Founds one more team Red with a notice, and returns the path of its board. */
async function founded(visitor: Visitor): Promise<string> {
  const { location: team = '' } = (await visitor.ask('/teams', { body: { name: 'Red' } })).headers
  expect((await write(visitor, 'Secret', team)).status).toBe(201)
  return team
}

function write(visitor: Visitor, title: string, team = '/teams/red-1'): Promise<Answer> {
  return visitor.ask(`/api${team}/notices`, { headers: JSON_TYPE, body: JSON.stringify({ title, text: '' }) })
}

const logIn = (visitor: Visitor, url?: string) =>
  visitor.ask('/log-in', { body: { email: 'ada@site.example', password: PASSWORD } }, url)

test('a shared cache stores nothing of a board and no session cookie, not even one that was refreshed', async () => {
  const { url, program } = await started(WITH_CLOCK)
  const [ada, stranger] = [await founder(url), new Visitor(url)]
  await anHourLater(program)
  const cache = new SharedCache()
  const paths = ['/style.css', '/icon.svg', '/board.js', '/log-in', '/sign-up', '/', '/teams/red-1', '/none']
  paths.push('/teams/red-1/notices/1', '/api/teams', '/api/teams/red-1/notices', '/graphql?query={teams{name}}')
  const refreshed: string[] = []
  for (const path of paths) {
    const { headers } = await cache.ask(ada, path)
    if (headers['set-cookie']) refreshed.push(path)
  }
  // The test proves something only if a response has refreshed the session, and if the cache has stored the answers
  // with files.
  expect(refreshed).not.toEqual([])
  expect(cache.paths).toEqual(expect.arrayContaining(['/style.css', '/icon.svg', '/board.js']))
  for (const path of paths) {
    const answer = await cache.ask(stranger, path)
    expect.soft(answer.text, path).not.toMatch(/Secret|Red/)
    if (answer.isStored) expect.soft(answer.headers['set-cookie'], path).toBeUndefined()
  }
})

describe.each<[string, string | undefined]>([
  ['with a Redis', NO_REDIS],
  ['with one file of SQLite', undefined],
])('two processes %s', (shared, missing) => {
  test.skipIf(missing !== undefined)(
    `a log-out in one process ends the session, even if requests in the other process use the session meanwhile${missing ?? ''}`,
    async () => {
      const data = newData()
      onTestFinished(() => data.remove())
      const env = { ...data.env, ...(shared === 'with a Redis' && { REDIS_URL: (await startRedis()).url }) }
      const [one, two] = await Promise.all([startNoticeboard(env), startNoticeboard(env)])
      const ada = await founder(one.url)
      const statuses: number[] = []
      // There are nine rounds with one log-in each, since the limit permits ten attempts to log in from one address.
      for (let round = 0; round < 9; round++) {
        expect((await logIn(ada, one.url)).status).toBe(303)
        const copied = { headers: { cookie: await ada.cookies() } }
        const writes = Array.from({ length: 4 }, () =>
          new Visitor(one.url).ask('/teams', { ...copied, body: { name: `Blue ${round}` } }),
        )
        await Promise.all([...writes, new Visitor(two.url).ask('/log-out', { ...copied, method: 'POST' })])
        for (const { url } of [one, two]) statuses.push((await new Visitor(url).ask('/', copied)).status)
      }
      expect(new Set(statuses)).toEqual(new Set([303]))
    },
  )

  test.skipIf(missing !== undefined)(
    `a stream of events ends when its visitor logs out or changes the password in another process${missing ?? ''}`,
    async () => {
      const data = newData()
      onTestFinished(() => data.remove())
      const env = { ...data.env, ...(shared === 'with a Redis' && { REDIS_URL: (await startRedis()).url }) }
      const [one, two] = await Promise.all([startNoticeboard(env), startNoticeboard(env)])
      const [ada, elsewhere] = [await founder(one.url), new Visitor(two.url)]
      for (const end of ['/log-out', '/password']) {
        await logIn(ada, one.url)
        await logIn(elsewhere)
        const news = text(await ada.open('/teams/red-1/news'))
        const ending =
          end === '/log-out' ? { method: 'POST', headers: { cookie: await ada.cookies() } } : { body: CHANGED }
        expect((await elsewhere.ask(end, ending)).status).toBe(303)
        await logIn(elsewhere)
        await write(elsewhere, `Written after ${end}`)
        expect(await news).not.toContain(`Written after ${end}`)
      }
    },
  )
})

const CHANGED = { old: PASSWORD, password: 'a new horse altogether' }

/** Ways to send a GraphQL document, each with as many fields as the way permits. */
const DOCUMENTS: readonly (readonly [
  way: string,
  count: number,
  fields: number,
  send: (query: string) => readonly [path: string, asking: Asking],
])[] = [
  ['long bodies of JSON', 5, 400_000, (query) => ['/graphql', { headers: JSON_TYPE, body: JSON.stringify({ query }) }]],
  ['short bodies of JSON', 80, 990, (query) => ['/graphql', { headers: JSON_TYPE, body: JSON.stringify({ query }) }]],
  ['long bodies of GraphQL', 5, 400_000, (body) => ['/graphql', { headers: GRAPHQL_TYPE, body }]],
  ['long forms', 5, 300_000, (query) => ['/graphql', { headers: { accept: 'application/json' }, body: { query } }]],
  ['URLs', 80, 990, (query) => [`/graphql?${new URLSearchParams({ query })}`, { headers: JSON_TYPE }]],
]

test(`a member cannot fill the memory with GraphQL documents, neither in ${DOCUMENTS.map(([way]) => way).join(' nor in ')}`, async () => {
  // So little memory that 80 short documents fill it, if each of them is kept.
  const { url } = await started({ NODE_OPTIONS: '--max-old-space-size=56' })
  const ada = await member('Ada', url)
  for (const [way, count, fields, send] of DOCUMENTS) {
    for (let number = 0; number < count; number++)
      await ada.ask(...send(`query q${number} {${' b'.repeat(fields)}}`)).catch(() => undefined)
    const { status } = await ada.ask('/').catch(() => ({ status: 'the program has ended' }))
    expect([way, status]).toEqual([way, 200])
  }
})

test('no response reveals who has an account or which teams exist, and an address gets three mails at most', async () => {
  const { url } = await started()
  const ada = await founder(url)
  const answers = async (email: string) => {
    const stranger = new Visitor(url)
    const asked = [
      await stranger.ask('/sign-up', { body: { email } }),
      await stranger.ask('/sign-up'),
      await stranger.ask('/log-in', { body: { email, password: 'a guess of somebody' } }),
      await ada.ask('/teams/red-1/members', { body: { email } }),
    ]
    return asked.map((answer) => [answer.status, answer.headers.location, answer.text.replaceAll(email, '…')].join(' '))
  }
  const varying = / name="csrf" value="[^"]+"|nonce(="|-)[\w+/=-]+|<code>[^<]+/g
  const [known, unknown] = [await answers('ada@site.example'), await answers('nobody@site.example')]
  expect(known.map((answer) => answer.replace(varying, ''))).toEqual(
    unknown.map((answer) => answer.replace(varying, '')),
  )
  const eve = await member('Eve', url)
  expect((await eve.ask('/teams', { body: { name: 'Red' } })).status).toBe(303)
  const [there, nowhere] = [await eve.ask('/teams/red-1'), await eve.ask('/teams/none-99')]
  expect([there.status, there.text.replace(varying, '')]).toEqual([404, nowhere.text.replace(varying, '')])
  for (let time = 0; time < 5; time++)
    await new Visitor(url).ask('/sign-up', { body: { email: 'mallory@site.example' } })
  const folder = await outbox(url)
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(mails.filter((mail) => mail.includes('To: mallory@site.example'))).toHaveLength(3)
})

// These share a program and its user Ada, and each founds a team of its own. Together they sign up and log in fewer than
// ten times, which is what the limits permit.
describe('one process', () => {
  const data = newData()
  let url: string
  let ada: Visitor

  beforeAll(async () => {
    url = (await startNoticeboard(data.env)).url
    ada = await member('Ada', url)
  })
  afterAll(() => data.remove())

  test('a body with very many items, keys, levels, fields, parts or aliases gets a short response without data, and a search for very many words is answered', async () => {
    const team = await founded(ada)
    const list = `[${'{},'.repeat(300_000)}{}]`
    const keys = `{${Array.from({ length: 50_000 }, (_none, n) => `"k${n}":0`).join()}}`
    const fields = Array.from({ length: 50_000 }, (_none, n) => `f${n}=`).join('&')
    const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n\r\n`
    const parts = `${Array.from({ length: 10_000 }, (_none, n) => part(`p${n}`)).join('')}--b--\r\n`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const api = `/api${team}/notices`
    const aliases = Array.from({ length: 2_000 }, (_none, n) => `a${n}:teams{name}`).join(' ')
    const attacks: readonly (readonly [
      path: string,
      body: string,
      headers: Readonly<Record<string, string>>,
      is: number,
    ])[] = [
      [api, `{"title":${list}}`, JSON_TYPE, 413],
      [api, `{"title":${keys}}`, JSON_TYPE, 413],
      [api, `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, JSON_TYPE, 413],
      ['/log-in', fields, form, 413],
      ['/password', fields, form, 413],
      [`${team}/notices`, parts, { 'content-type': 'multipart/form-data; boundary=b' }, 413],
      [
        '/log-in',
        new URLSearchParams({ email: 'ada@site.example', password: 'x'.repeat(900_000) }).toString(),
        form,
        422,
      ],
      ['/graphql', JSON.stringify({ query: `{${aliases}}` }), JSON_TYPE, 413],
      ['/graphql', JSON.stringify({ query: `${'{teams'.repeat(400)}{name}${'}'.repeat(400)}` }), JSON_TYPE, 200],
    ]
    for (const [path, body, headers, status] of attacks) {
      const answer = await ada.ask(path, { headers, body })
      expect.soft([path, answer.status, answer.text.length < 20_000], body.slice(0, 60)).toEqual([path, status, true])
      if (path === '/graphql') expect.soft(JSON.parse(answer.text)).not.toHaveProperty('data')
    }
    const long = 'a'.repeat(10_000)
    for (let number = 0; number < 300; number++)
      await ada.ask(api, { headers: JSON_TYPE, body: `{"title":"x","text":"${long}"}` })
    const search = Array.from({ length: 750 }, () => 'a').join(' ')
    expect((await ada.ask(`${team}?${new URLSearchParams({ search })}`)).status).toBe(200)
  })

  test('a page of another origin can neither read nor write data of a visitor', async () => {
    const team = await founded(ada)
    for (const origin of ['https://evil.example', 'https://evil.localhost', 'null']) {
      const from = { origin, 'sec-fetch-site': origin.endsWith('localhost') ? 'same-site' : 'cross-site' }
      for (const path of ['/', team, '/api/teams', '/graphql?query={teams{name}}', '/style.css', '/none']) {
        const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
        const answers = [
          await ada.ask(path, { headers: { ...from, accept: 'application/json' } }),
          await ada.ask(path, { method: 'OPTIONS', headers: { ...from, ...preflight } }),
        ]
        for (const { headers } of answers)
          expect
            .soft(
              Object.keys(headers).filter((name) => name.startsWith('access-control-')),
              path,
            )
            .toEqual([])
      }
      // Content types that a page of another site can send without a preflight request.
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
        for (const path of ['/graphql', '/teams', `/api${team}/notices`, '/log-out', '/password', '/log-in']) {
          const answer = await ada.ask(path, {
            headers: { ...from, 'content-type': type },
            body: '{"query":"{teams{name}}"}',
          })
          expect.soft([path, answer.status, answer.text.includes('"data"')]).toEqual([path, 403, false])
        }
      }
    }
    expect((await ada.ask('/')).status).toBe(200)
  })

  test('forms of another site are not guesses of a password', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const body = { email: 'ada@site.example', password: 'a guess of somebody' }
    for (let time = 0; time < 12; time++)
      expect((await new Visitor(url).ask('/log-in', { headers, body })).status).toBe(403)
    expect((await logIn(new Visitor(url))).status).toBe(303)
  })

  test('an e-mail address that is not verified gives access to no team, and a removed member has no access', async () => {
    const team = await founded(ada)
    const { id } = JSON.parse((await write(ada, 'Also secret', team)).text)
    const notice = `${team}/notices/${id}`
    expect((await ada.ask(notice)).status).toBe(200)
    const [eve, boss] = [await member('Eve', url), new Visitor(url)]
    // Eve signs up with the address of the boss, whose mail she cannot read.
    await eve.ask('/sign-up', { body: { email: 'boss@site.example' } })
    await ada.ask(`${team}/members`, { body: { email: 'boss@site.example' } })
    const invitation = await linkTo('boss@site.example', url)
    for (const path of [invitation, team, notice, `/api${team}/notices`]) expect((await eve.ask(path)).status).toBe(404)
    expect((await eve.ask(invitation, { method: 'POST' })).status).toBe(404)
    await boss.ask('/sign-up', { body: { email: 'boss@site.example' } })
    await boss.ask(await linkTo('boss@site.example', url), { body: { name: 'Boss', password: PASSWORD } })
    expect((await boss.ask(invitation, { method: 'POST' })).status).toBe(303)
    const { text: page } = await ada.ask(`${team}/members`)
    const [, remove = ''] = /action="([^"]+\/remove)"/.exec(page) ?? []
    const news = text(await boss.open(`${team}/news`))
    expect((await ada.ask(remove, { method: 'POST' })).status).toBe(303)
    await write(ada, 'After the boss', team)
    expect(await news).not.toContain('After the boss')
    for (const path of [team, invitation]) expect((await boss.ask(path)).status).toBe(404)
  })

  test('a file of the largest allowed size is accepted, and a larger one is refused with a 413', async () => {
    const team = await founded(ada)
    const upload = (size: number) => {
      const field = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nTea\r\n`
      const file = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.bin"\r\ncontent-type: a/b\r\n\r\n'
      const body = Buffer.concat([
        Buffer.from(field('title') + field('text') + file),
        Buffer.alloc(size),
        Buffer.from('\r\n--b--\r\n'),
      ])
      return ada.ask(`${team}/notices`, { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body })
    }
    expect((await upload(10_000_000)).status).toBe(303)
    expect((await upload(10_200_000)).status).toBe(413)
  })
})

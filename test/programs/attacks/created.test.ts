import { rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHEAP_HASHES } from '../cheap-hashes.ts'
import { newFolder, write } from '../create/written.ts'
import { type Program, startProgram } from '../run-program.ts'
import { anHourLater, WITH_CLOCK } from './later.ts'
import { SharedCache } from './shared-cache.ts'
import { type Answer, Visitor } from './visitor.ts'

const PASSWORD = 'correct horse battery'

let program: Program
let url: string
const folder = newFolder()
const database = join(folder, 'data/app.db')

// All tests use one program: the output of `npm create @app -- --log-in`, in production.
beforeAll(async () => {
  await write(folder, 'shop', ['--style', 'configured', '--router', 'find-my-way', '--log-in'])
  const site = { SITE_URL: 'https://shop.example', SMTP_URL: 'smtp://127.0.0.1:9' }
  const env = {
    PORT: '0',
    NODE_ENV: 'production',
    APP_SECRET: 's'.repeat(32),
    DATABASE: database,
    ...site,
    NODE_OPTIONS: `${WITH_CLOCK.NODE_OPTIONS} ${CHEAP_HASHES}`,
  }
  program = startProgram('src/main.ts', { cwd: join(folder, 'shop'), env })
  const [, port] = await program.waitFor(/Listening on \S+:(\d+)/)
  url = `http://127.0.0.1:${port}`
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Each test sends its requests from an address of its own, since rate limits count the requests of each address. Only
// Linux has many addresses on loopback.
let address = 0
beforeEach(() => {
  address++
})
const somebody = (last = 1) => new Visitor(url, process.platform === 'linux' ? `127.0.${address}.${last}` : '127.0.0.1')

const form = (name: string, password = PASSWORD) => ({ body: { email: `${name}@site.example`, password } })

async function signedUp(name: string): Promise<Visitor> {
  const visitor = somebody()
  expect((await visitor.ask('/sign-up', form(name))).headers.location).toBe('/account')
  return visitor
}

const crossing = ({ headers }: Answer) => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe.runIf(process.platform === 'linux')('a created application with log-in', () => {
  test('a shared cache stores no page of an account and no session cookie, not even one that was refreshed', async () => {
    const [ada, stranger, cache] = [await signedUp('ada'), somebody(), new SharedCache()]
    await anHourLater(program)
    const files = ['/style.css', '/api/docs?file=swagger-ui.css']
    const paths = [...files, '/', '/hello/Ada', '/account', '/log-in', '/api/hello/Ada', '/api/docs', '/none']
    const before = await ada.cookies()
    for (const path of [...paths, ...paths]) await cache.ask(ada, path)
    // The test proves something only if a response has refreshed the session, and if the cache has stored the public
    // answers.
    expect(await ada.cookies()).not.toBe(before)
    expect(cache.paths).toEqual(expect.arrayContaining(files))
    for (const path of paths) {
      const answer = await cache.ask(stranger, path)
      expect.soft(answer.text, path).not.toContain('ada@site.example')
      if (answer.isStored) expect.soft(answer.headers['set-cookie'], path).toBeUndefined()
    }
  })

  test('a copied cookie is worthless after "log out everywhere", even if requests with the cookie run at the same time', async () => {
    const visitor = await signedUp('bob')
    for (let round = 0; round < 8; round++) {
      await visitor.ask('/log-in', form('bob'))
      const copied = { headers: { cookie: await visitor.cookies() } }
      const meanwhile = ['/account', '/', '/account', '/log-in'].map((path) => somebody().open(path, copied))
      const [end, ...answers] = await Promise.all([visitor.ask('/log-out-everywhere', { body: {} }), ...meanwhile])
      const cookies = answers
        .flatMap(({ headers }) => headers['set-cookie'] ?? [])
        .map((line) => line.split(';')[0] ?? '')
      for (const answer of answers) answer.resume()
      expect(end.status).toBe(303)
      for (const cookie of [copied.headers.cookie, ...cookies])
        expect((await somebody().ask('/account', { headers: { cookie } })).headers.location).toMatch(/^\/log-in/)
    }
  })

  test('a form with too many fields or bytes is answered with a short 413, and a form with too long a value with a short 422', async () => {
    const fields = Array.from({ length: 50_000 }, (_none, n) => `f${n}=`).join('&')
    const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n\r\n`
    const parts = `${Array.from({ length: 10_000 }, (_none, n) => part(`p${n}`)).join('')}--b--\r\n`
    const long = new URLSearchParams({ email: 'cleo@site.example', password: 'x'.repeat(900_000) }).toString()
    const types = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data; boundary=b' }
    const attacks: readonly (readonly [type: keyof typeof types, body: string, status: number])[] = [
      ['urlencoded', fields, 413],
      ['multipart', parts, 413],
      ['urlencoded', `${fields}${'x'.repeat(1_100_000)}`, 413],
      ['urlencoded', long, 422],
    ]
    for (const path of ['/log-in', '/sign-up']) {
      for (const [type, body, status] of attacks) {
        const answer = await somebody().ask(path, { headers: { 'content-type': types[type] }, body })
        expect.soft([path, answer.status, answer.text.length < 20_000], body.slice(0, 40)).toEqual([path, status, true])
      }
    }
    expect((await somebody().ask(`/api/hello/${'a'.repeat(8_000)}`)).status).toBe(422)
  })

  test('a page of another origin can neither read nor write data of a visitor', async () => {
    const eve = await signedUp('eve')
    for (const origin of ['https://evil.example', 'https://evil.localhost', 'null']) {
      const from = { origin, 'sec-fetch-site': origin.endsWith('localhost') ? 'same-site' : 'cross-site' }
      for (const path of ['/', '/account', '/api/hello/Eve', '/api/openapi.json', '/style.css', '/none']) {
        const preflight = { ...from, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-a' }
        expect.soft(crossing(await eve.ask(path, { headers: from })), path).toEqual([])
        expect.soft(crossing(await eve.ask(path, { method: 'OPTIONS', headers: preflight })), path).toEqual([])
      }
      for (const path of ['/log-out', '/log-out-everywhere', '/log-in', '/sign-up', '/api/hello/Eve'])
        expect.soft([path, (await eve.ask(path, { headers: from, ...form('eve') })).status]).toEqual([path, 403])
    }
    expect((await eve.ask('/account')).status).toBe(200)
  })

  test('a password can be guessed at most twenty times in an hour, from however many addresses', async () => {
    await signedUp('finn')
    const statuses: number[] = []
    for (let guess = 0; guess < 24; guess++) {
      const email = guess % 2 ? 'FINN@site.example' : ' finn@site.example'
      const visitor = new Visitor(url, `127.0.1.${1 + Math.floor(guess / 5)}`)
      // A password that is longer than the limit is refused without being hashed, so the attempts of this test cost
      // little.
      statuses.push((await visitor.ask('/log-in', { body: { email, password: 'x'.repeat(201) } })).status)
    }
    expect(statuses).toEqual([...new Array(20).fill(422), 429, 429, 429, 429])
  })
  test('forms of another site are not guesses, and strangers who use up all guesses do not lock the owner of an account out', async () => {
    const owner = await signedUp('gil')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (let time = 0; time < 25; time++)
      expect((await somebody().ask('/log-in', { headers, ...form('gil', 'x'.repeat(201)) })).status).toBe(403)
    expect((await somebody().ask('/log-in', form('gil'))).status).toBe(303)
    // Guesses from other addresses use up those for the account, and guesses from the owner's own those of the address.
    const guessed: number[] = []
    for (let guess = 0; guess < 40; guess++) {
      const last = guess < 25 ? 2 + Math.floor(guess / 8) : 1
      guessed.push((await somebody(last).ask('/log-in', form('gil', 'x'.repeat(201)))).status)
    }
    expect(new Set(guessed.slice(-5))).toEqual(new Set([429]))
    await owner.ask('/log-out', { body: {} })
    expect((await owner.ask('/log-in', form('gil'))).status).toBe(303)
    // The browser of the owner has guesses of its own, and no more of them than a stranger.
    const own: number[] = []
    for (let guess = 0; guess < 11; guess++) own.push((await owner.ask('/log-in', form('gil', 'x'.repeat(201)))).status)
    expect(own.at(-1)).toBe(429)
    // It has them for this account alone.
    expect((await owner.ask('/log-in', form('hal', 'x'.repeat(201)))).status).toBe(429)
  })

  /** The statuses of guesses at an account, each with a password that is too long to be hashed, so that they cost little. */
  async function guess(visitor: Visitor, email: string, times: number): Promise<readonly number[]> {
    const statuses: number[] = []
    for (let time = 0; time < times; time++)
      statuses.push((await visitor.ask('/log-in', { body: { email, password: 'x'.repeat(201) } })).status)
    return statuses
  }

  test.each([
    ['a letter that lower case maps to k', '\u212Aate@site.example'],
    ['a letter that compatibility maps to s', 'kate@\u017Fite.example'],
    ['letters of full width', '\uFF4Bate\uFF20site.example'],
    ['capital letters', 'KATE@SITE.EXAMPLE'],
  ])(
    'an address with %s is no second account, by whose cookies the first could be guessed without end',
    async (_what, twin) => {
      await somebody().ask('/sign-up', form('kate'))
      const eve = somebody(2)
      await eve.ask('/sign-up', { body: { email: twin, password: 'password of Eve' } })
      const statuses: number[] = []
      for (let round = 0; round < 4; round++) {
        statuses.push(...(await guess(eve, 'kate@site.example', 8)))
        await eve.ask('/log-in', { body: { email: twin, password: 'password of Eve' } })
      }
      expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10)
      expect(statuses.at(-1)).toBe(429)
    },
  )

  test('logging in again gives a browser no new guesses', async () => {
    const owner = await signedUp('lou')
    const statuses: number[] = []
    for (let round = 0; round < 3; round++) {
      statuses.push(...(await guess(owner, 'lou@site.example', 4)))
      statuses.push((await owner.ask('/log-in', form('lou'))).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 303, 422, 422, 422, 422, 303, 429, 429, 429, 429, 429])
  })

  test('a browser has no guesses of its own at an account that got the address of another account later', async () => {
    const former = await signedUp('mia')
    using accounts = new DatabaseSync(database)
    accounts.exec("DELETE FROM accounts WHERE email = 'mia@site.example'")
    await signedUp('mia')
    await guess(somebody(), 'mia@site.example', 12)
    expect(await guess(former, 'mia@site.example', 1)).toEqual([429])
  })

  test('a guess counts before its body is read', async () => {
    await guess(somebody(), 'nat@site.example', 10)
    const { port } = new URL(url)
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.${address}.1` })
    socket.write(
      'POST /log-in HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\nconnection: close\r\n' +
        'content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000000\r\n\r\nemail=nat',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 429 /)
  })

  test('only the user who runs the application may read its secret and its database', () => {
    for (const file of [join(folder, 'shop/.env'), database, `${database}-wal`])
      expect.soft((statSync(file).mode & 0o777).toString(8), file).toBe('600')
  })
})

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHEAP_HASHES } from '../cheap-hashes.ts'
import { newFolder, write } from '../create/written.ts'
import { type Program, startProgram } from '../run-program.ts'
import { MailServer } from './mail-server.ts'
import { Visitor } from './visitor.ts'

const [PASSWORD, NEW] = ['correct horse battery', 'another long battery']

// Each test sends its requests from addresses of its own, since rate limits count the requests of each address. Only
// Linux has many addresses on loopback.
let address = 100
beforeEach(() => {
  address++
})

describe.runIf(process.platform === 'linux').each([
  ['', []],
  [' and jobs', ['--with', 'jobs']],
] as const)('in production, the reset of a password in a created application with log-in%s', (_name, flags) => {
  const folder = newFolder()
  const database = join(folder, 'data/app.db')
  const mailServer = new MailServer()
  let program: Program
  let url: string

  beforeAll(async () => {
    await write(folder, 'shop', ['--style', 'configured', '--log-in', ...flags])
    const secrets = { APP_SECRET: 's'.repeat(32), SITE_URL: 'https://shop.example', MAIL_FROM: 'shop@shop.example' }
    const env = {
      PORT: '0',
      NODE_ENV: 'production',
      DATABASE: database,
      SMTP_URL: await mailServer.start(),
      NODE_OPTIONS: CHEAP_HASHES,
      ...secrets,
    }
    program = startProgram('src/main.ts', { cwd: join(folder, 'shop'), env })
    const [, port] = await program.waitFor(/Listening on \S+:(\d+)/)
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => {
    mailServer[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  const somebody = (last = 1) => new Visitor(url, `127.0.${address}.${last}`)
  const mailOf = (name: string) => `${name}@site.example`
  const logIn = (visitor: Visitor, name: string, password: string) =>
    visitor.ask('/log-in', { body: { email: mailOf(name), password } })
  const ask = (name: string, visitor = somebody()) => visitor.ask('/forgotten', { body: { email: mailOf(name) } })
  const use = (link: string, password: string, visitor = somebody()) => visitor.ask(link, { body: { password } })

  async function signedUp(name: string): Promise<Visitor> {
    const visitor = somebody()
    const body = { email: mailOf(name), password: PASSWORD }
    expect((await visitor.ask('/sign-up', { body })).headers.location).toBe('/account')
    return visitor
  }

  /** Asks for a mail, and returns the path of the link in it. */
  async function linkFor(name: string, visitor = somebody()): Promise<string> {
    const known = mailServer.mails.filter(({ to }) => to === mailOf(name)).length
    expect((await ask(name, visitor)).status).toBe(200)
    const { text } = await mailServer.mailTo(mailOf(name), known)
    return /https:\/\/shop\.example(\/new-password\?token=\S+)/.exec(text)?.[1] ?? `no link in ${text}`
  }

  test('a link works once, also if programs that scan mail have opened it, and it was sent with a wrong form', async () => {
    await signedUp('ada')
    const link = await linkFor('ada')
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD'])
      expect((await somebody().ask(link, { method })).status).toBe(200)
    expect((await use(link, 'short')).status).toBe(422)
    expect((await use(link, NEW)).headers.location).toBe('/log-in')
    for (const again of [await use(link, PASSWORD), await somebody().ask(link)]) expect(again.status).toBe(410)
    expect((await logIn(somebody(), 'ada', PASSWORD)).status).toBe(422)
    expect((await logIn(somebody(), 'ada', NEW)).status).toBe(303)
  })

  test('of several uses of a link at once exactly one sets its password', async () => {
    await signedUp('bob')
    const link = await linkFor('bob')
    const answers = await Promise.all([1, 2, 3].map((each) => use(link, `${NEW} ${each}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410])
    const won = 1 + answers.findIndex(({ status }) => status === 303)
    expect((await logIn(somebody(), 'bob', `${NEW} ${won}`)).status).toBe(303)
  })

  test('a reset ends all sessions and all other links of the account, and so does "log out everywhere" with links', async () => {
    const [owner, thief] = [await signedUp('cleo'), somebody()]
    await logIn(thief, 'cleo', PASSWORD)
    expect((await thief.ask('/account')).status).toBe(200)
    const [earlier, later] = [await linkFor('cleo'), await linkFor('cleo')]
    expect((await use(later, NEW)).status).toBe(303)
    for (const visitor of [owner, thief]) expect((await visitor.ask('/account')).headers.location).toMatch(/^\/log-in/)
    expect((await use(earlier, PASSWORD)).status).toBe(410)
    await logIn(owner, 'cleo', NEW)
    const last = await linkFor('cleo')
    await owner.ask('/log-out-everywhere', { body: {} })
    expect((await use(last, PASSWORD)).status).toBe(410)
  })

  test('a link sets the password of its own account alone, and a changed link sets none', async () => {
    await signedUp('dora')
    await signedUp('eve')
    const link = await linkFor('eve')
    const answer = await somebody().ask(link, {
      body: { password: NEW, email: mailOf('dora'), id: 'dora', token: 'x' },
    })
    expect(answer.status).toBe(303)
    expect((await logIn(somebody(), 'dora', PASSWORD)).status).toBe(303)
    const [start = '', middle = ''] = (await linkFor('dora')).split(/(?<=.{200})/)
    for (const changed of [start, `${start}AAAA`, `${start}${middle}AAAA`, '/new-password', '/new-password?token='])
      expect((await use(changed, NEW)).status).toBe(410)
  })

  test('an address has twenty guesses at links in ten minutes, opened or used', async () => {
    const guess = (method: string, n: number) =>
      somebody().ask(`/new-password?token=guess${n}`, method === 'POST' ? { body: { password: NEW } } : {})
    for (const method of ['GET', 'POST']) {
      const statuses: number[] = []
      for (let n = 0; n < 23; n++) statuses.push((await guess(method, n)).status)
      expect(statuses).toEqual([...new Array(20).fill(410), 429, 429, 429])
    }
  })

  test('the response does not reveal whether an address has an account, and does not wait for the mail server', async () => {
    await signedUp('finn')
    mailServer.isSilent = true
    const known = await ask('finn')
    const unknown = await ask('nobody')
    const shown = ({ status, headers, text }: typeof known) => {
      const same = Object.entries(headers).filter(([name]) => !/^(?:date|x-request-id|ratelimit)/.test(name))
      // Each response has a nonce or an id of its own.
      return { status, headers: same.map(([name, value]) => [name, `${value}`.replaceAll(/nonce-\S+/g, '')]), text }
    }
    expect(shown(unknown)).toEqual(shown(known))
    expect(mailServer.mails.filter(({ to }) => to === mailOf('finn'))).toEqual([])
    await expect.poll(() => mailServer.waiting, { timeout: 20_000 }).toBe(1)
    mailServer.speak()
    await mailServer.mailTo(mailOf('finn'))
    expect(mailServer.mails.filter(({ to }) => to === mailOf('nobody'))).toEqual([])
  })

  test('an account gets five mails in an hour at most, from however many addresses, and its owner gets one still', async () => {
    const owner = await signedUp('gil')
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      const body = { email: n % 2 ? mailOf('gil') : ` ${mailOf('GIL')}` }
      statuses.push((await somebody(2 + n).ask('/forgotten', { body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await mailServer.mailTo(mailOf('gil'), 4)
    expect((await use(await linkFor('gil', owner), NEW)).status).toBe(303)
  })

  test('a link leads to the site, whatever host and headers the request for the mail has', async () => {
    await signedUp('hal')
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    await somebody().ask('/forgotten', { headers, body: { email: mailOf('hal') } })
    const { text } = await mailServer.mailTo(mailOf('hal'))
    expect(text).toContain('https://shop.example/new-password?token=')
    expect(text).not.toContain('evil')
  })

  test('other sites can neither ask for mails nor send the form of a link, and they, caches and logs do not see a link', async () => {
    await signedUp('iris')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const link = await linkFor('iris')
    expect((await somebody().ask('/forgotten', { headers, body: { email: mailOf('iris') } })).status).toBe(403)
    expect((await somebody().ask(link, { headers, body: { password: NEW } })).status).toBe(403)
    // A mail program may be another site.
    const opened = await somebody().ask(link, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect([opened.status, opened.headers['referrer-policy'], opened.headers['cache-control']]).toEqual([
      ...[200, 'no-referrer', 'no-store'],
    ])
    expect((await use(link, NEW)).status).toBe(303)
    expect(program.output()).toContain('"path":"/new-password"')
    expect(program.output()).not.toContain(link.split('token=')[1])
  })

  test('an address of several lines gets no mail', async () => {
    const before = mailServer.mails.length
    for (const email of [
      'jo@site.example\r\nbcc: eve@site.example',
      'jo@site.example, eve@site.example',
      'x'.repeat(300),
    ])
      expect((await somebody().ask('/forgotten', { body: { email } })).status).toBe(422)
    expect(mailServer.mails.length).toBe(before)
  })

  test('an account of a project of version 1.0.0 logs in with its password, which is hashed anew', async () => {
    using accounts = new DatabaseSync(database, { timeout: 5_000 })
    const hash = '2$1$1$c2FsdA$bRm2DfyC4C1eD01xOlbSxeXyvS-DvVxouPkZIpNxx9U'
    accounts.prepare("INSERT INTO accounts (id, email, hash) VALUES ('7', 'kim@site.example', ?)").run(hash)
    for (let time = 0; time < 2; time++) expect((await logIn(somebody(), 'kim', 'wonder')).status).toBe(303)
    const row = accounts.prepare("SELECT hash FROM accounts WHERE id = '7'").get()
    expect(row?.hash).toMatch(/^\$scrypt\$ln=15,/)
  })

  test.runIf(flags.length > 0)('a mail that the mail server has refused is sent a little later', async () => {
    await signedUp('lea')
    mailServer.refusals = 1
    expect((await ask('lea')).status).toBe(200)
    await mailServer.mailTo(mailOf('lea'))
    expect(mailServer.refusals).toBe(0)
  })
})

test('in production, a created application with log-in does not start without a mail server or the address of the site', async () => {
  const folder = newFolder()
  try {
    await write(folder, 'shop', ['--style', 'code', '--log-in', '--pages'])
    const start = async (env: Readonly<Record<string, string>>) => {
      const all = { PORT: '0', NODE_ENV: 'production', DATABASE: ':memory:', APP_SECRET: 's'.repeat(32), ...env }
      const program = startProgram('src/main.ts', { cwd: join(folder, 'shop'), env: all })
      return [await program.ended, program.output()]
    }
    const mail = { SMTP_URL: 'smtp://127.0.0.1' }
    expect(await start(mail)).toEqual([1, expect.stringContaining('SITE_URL is missing')])
    expect(await start({ SITE_URL: 'https://a.example' })).toEqual([1, expect.stringContaining('SMTP_URL is missing')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

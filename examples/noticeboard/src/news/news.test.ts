import type { Visitor } from '@app/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notice, noticeboard, PASSWORD, visitorOf } from '../../test/noticeboard.ts'

async function red() {
  const board = await noticeboard()
  const ada = await board.person('Ada')
  await ada.post('/teams', { name: 'Red' })
  return { ...board, ada }
}

/** Opens the event stream of a team, and returns a function that reads its next event as text and skips heartbeats. */
async function listen(visitor: Visitor, headers: Record<string, string> = {}): Promise<() => Promise<string>> {
  const response = await visitor.open('/teams/red-1/news', { headers })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(async () => void (await reader?.cancel()))
  const next = async (): Promise<string> => {
    const said = (await reader?.read())?.value ?? 'the stream has ended'
    return /^:/.test(said) ? next() : said
  }
  return next
}

test('members with an open stream get each notice when it is written', async () => {
  const { ada } = await red()
  await ada.post('/teams/red-1/notices', notice('Before'))
  const next = await listen(ada)
  expect(await next()).toContain('event: ready')
  await ada.post('/teams/red-1/notices', notice('Tea'))
  const said = await next()
  expect(said).toContain('id: 2')
  expect(said).toContain('"url":"/teams/red-1/notices/2","title":"Tea"')
})

test('a client that reconnects gets the news that it has missed', async () => {
  const { ada } = await red()
  for (const title of ['One', 'Two', 'Three']) await ada.post('/teams/red-1/notices', notice(title))
  const next = await listen(ada, { 'last-event-id': '1' })
  expect(await next()).toContain('event: ready')
  expect([await next(), await next()].join()).toMatch(/"Two".*"Three"/s)
})

test('a client gets all notices that it has missed, however many', async () => {
  const { ada, container } = await red()
  for (let number = 1; number <= 134; number++) container.get('noticeboard/notices').write(1, 1, `No. ${number}`, '')
  const next = await listen(ada, { 'last-event-id': '0' })
  let heard = ''
  while (!heard.includes('No. 134')) heard += await next()
  expect(heard.match(/event: notice/g)).toHaveLength(134)
})

test.each([
  ['a log-out', (ada: Visitor) => ada.post('/log-out')],
  [
    'a change of the password elsewhere',
    async (_ada: Visitor, elsewhere: Visitor) =>
      elsewhere.post('/password', { old: PASSWORD, password: 'a new horse altogether' }),
  ],
])('a stream ends with %s, and sends no later notice', async (_what, end) => {
  const { app, ada, container } = await red()
  const elsewhere = visitorOf(app)
  await elsewhere.post('/log-in', { email: 'ada@site.example', password: PASSWORD })
  const next = await listen(ada)
  expect(await next()).toContain('event: ready')
  expect((await end(ada, elsewhere)).status).toBe(303)
  container.get('noticeboard/notices').write(1, 1, 'Secret', '')
  expect(await next()).toBe('the stream has ended')
})

test('the stream of a member ends when the member is removed from the team', async () => {
  const { ada, link, person } = await red()
  const bob = await person('Bob')
  await ada.post('/teams/red-1/members', { email: 'bob@site.example' })
  await bob.post(link())
  const next = await listen(bob)
  expect(await next()).toContain('event: ready')
  await ada.post('/teams/red-1/members/2/remove')
  await ada.post('/teams/red-1/notices', notice('Secret'))
  expect(await next()).toBe('the stream has ended')
})

test('a stream without news ends some seconds after its visitor has logged out', async () => {
  const { ada } = await red()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const next = await listen(ada)
  expect(await next()).toContain('event: ready')
  const said = next()
  await ada.post('/log-out')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await said).toBe('the stream has ended')
})

test('a stream has no notices of other teams', async () => {
  const { ada, person } = await red()
  const bob = await person('Bob')
  expect((await bob.get('/teams/red-1/news')).status).toBe(404)
  await bob.post('/teams', { name: 'Blue' })
  const next = await listen(ada)
  expect(await next()).toContain('event: ready')
  await bob.post('/teams/blue-2/notices', notice('Secret'))
  await ada.post('/teams/red-1/notices', notice('Tea'))
  expect(await next()).toMatch(/^(?!.*Secret).*Tea/s)
})

test('the script of the board, and all modules that it imports, are served by this site', async () => {
  const { ada } = await red()
  const { body: text, headers } = await ada.get('/teams/red-1')
  const [, nonce = '', map = ''] = /<script type="importmap" nonce="([^"]+)">([^<]+)</.exec(text) ?? []
  expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}'`)
  const { imports } = JSON.parse(map) as { readonly imports: Readonly<Record<string, string>> }
  const paths = new Set(['/board.js'])
  for (const path of paths) {
    const { status, text: source } = await ada.get(path)
    expect([path, status]).toEqual([path, 200])
    for (const [, name = ''] of source.matchAll(/^(?:import|export) .*from '(.+)'/gm))
      paths.add(imports[name] ?? new URL(name, `https://site.example${path}`).pathname)
  }
  expect([...paths]).toEqual(expect.arrayContaining(Object.values(imports)))
})

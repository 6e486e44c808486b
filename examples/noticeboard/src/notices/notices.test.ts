import type { Visitor } from '@app/testing'
import { expect, test } from 'vitest'
import { notice, noticeboard } from '../../test/noticeboard.ts'

/** Ada, who owns the team Red, and Bob, who is a member of it. */
async function red() {
  const board = await noticeboard()
  const [ada, bob] = [await board.person('Ada'), await board.person('Bob')]
  await ada.post('/teams', { name: 'Red' })
  await ada.post('/teams/red-1/members', { email: 'bob@site.example' })
  await bob.post(board.link())
  return { ...board, ada, bob }
}

/** Reads the titles on the board, from top to bottom. */
async function titles(visitor: Visitor, query = ''): Promise<readonly string[]> {
  const { status, body: text } = await visitor.get(`/teams/red-1${query}`)
  expect(status).toBe(200)
  return [...text.matchAll(/notices\/\d+">([^<]*)</g)].map(([, title = '']) => title)
}

test('a notice is on the board of its team, newest first, with its author', async () => {
  const { ada, bob } = await red()
  await ada.post('/teams/red-1/notices', notice('Tea', 'Two lines,\nof text.'))
  await bob.post('/teams/red-1/notices', notice('Milk'))
  expect(await titles(ada)).toEqual(['Milk', 'Tea'])
  const { body: text } = await bob.get('/teams/red-1/notices/1')
  expect(text).toContain('Ada, ')
  expect(text).toContain('<p class="text">Two lines,\nof text.</p>')
})

test('a form with mistakes is shown again with the typed values', async () => {
  const { ada } = await red()
  const { status, body: text } = await ada.post('/teams/red-1/notices', notice(' ', 'A <b>long</b> text'))
  expect(status).toBe(422)
  expect(text).toContain('What is it about?')
  expect(text).toContain('A &lt;b&gt;long&lt;/b&gt; text</textarea>')
  expect(await titles(ada)).toEqual([])
})

test('a notice is not found under the path of another team, although its number is right', async () => {
  const { ada } = await red()
  await ada.post('/teams', { name: 'Blue' })
  await ada.post('/teams/red-1/notices', notice('Tea'))
  expect((await ada.get('/teams/red-1/notices/1')).status).toBe(200)
  expect((await ada.get('/teams/blue-2/notices/1')).status).toBe(404)
  expect((await ada.post('/teams/blue-2/notices/1/remove')).status).toBe(404)
})

test('the author and the owner can take a notice down, other members cannot', async () => {
  const { ada, bob, link, person } = await red()
  const eve = await person('Eve')
  await ada.post('/teams/red-1/members', { email: 'eve@site.example' })
  await eve.post(link())
  for (const title of ['One', 'Two']) await bob.post('/teams/red-1/notices', notice(title))
  expect((await eve.get('/teams/red-1/notices/1')).body).not.toContain('Take it down')
  expect((await eve.post('/teams/red-1/notices/1/remove')).status).toBe(403)
  expect((await bob.post('/teams/red-1/notices/1/remove')).headers.get('location')).toBe('/teams/red-1')
  expect((await ada.post('/teams/red-1/notices/2/remove')).headers.get('location')).toBe('/teams/red-1')
  expect((await ada.get('/teams/red-1')).body).toContain('“Two” is taken down.')
  expect(await titles(ada)).toEqual([])
})

test('a search finds a notice if each word of the search begins a word of the notice, and operators of SQLite count as words', async () => {
  const { ada } = await red()
  await ada.post('/teams/red-1/notices', notice('Green tea', 'is sold out'))
  await ada.post('/teams/red-1/notices', notice('Coffee', '100% arabica, green beans'))
  const found: Readonly<Record<string, readonly string[]>> = {
    GREEN: ['Coffee', 'Green tea'],
    gre: ['Coffee', 'Green tea'],
    reen: [],
    'out green': ['Green tea'],
    'out coffee': [],
    '100%': ['Coffee'],
    'tea NOT green': [],
    'title:tea': [],
    '"tea" OR coffee*': [],
    'tea"': ['Green tea'],
    '(tea': ['Green tea'],
    '%': [],
    '"': [],
    '\0': [],
    [`${'green '.repeat(17)}nothing`]: ['Coffee', 'Green tea'],
  }
  for (const [search, expected] of Object.entries(found)) {
    expect([search, await titles(ada, `?${new URLSearchParams({ search })}`)]).toEqual([search, expected])
  }
})

test('a search does not find a notice that was taken down', async () => {
  const { ada } = await red()
  await ada.post('/teams/red-1/notices', notice('Tea'))
  expect(await titles(ada, '?search=tea')).toEqual(['Tea'])
  await ada.post('/teams/red-1/notices/1/remove')
  expect(await titles(ada, '?search=tea')).toEqual([])
})

test('a search is cut to 100 characters, and finds the long notices that match these characters', async () => {
  const { ada, container } = await red()
  const notices = container.get('noticeboard/notices')
  for (let number = 0; number < 300; number++) notices.write(1, 1, 'Long', 'a'.repeat(10_000))
  const search = Array.from({ length: 8 }, () => `${'a'.repeat(180)}b`).join(' ')
  expect(await titles(ada, `?${new URLSearchParams({ search })}`)).toHaveLength(10)
})

test('eleven notices are two pages, which link to each other and keep the search', async () => {
  const { ada } = await red()
  for (let number = 1; number <= 11; number++) await ada.post('/teams/red-1/notices', notice(`No. ${number}`))
  expect(await titles(ada)).toHaveLength(10)
  expect(await titles(ada, '?page=2')).toEqual(['No. 1'])
  const { body: text } = await ada.get('/teams/red-1?search=No')
  expect(text).not.toContain('data-after')
  expect(text).toContain('href="/teams/red-1?search=No&amp;page=2"')
  for (const page of ['0', '-1', 'x', '1e9', '']) expect((await ada.get(`/teams/red-1?page=${page}`)).status).toBe(200)
})

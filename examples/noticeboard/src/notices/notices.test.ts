import { expect, test } from 'vitest'
import { noticeboard } from '../../test/noticeboard.ts'
import type { Visitor } from '../../test/visitor.ts'

/** Ada, who owns the team Red, and Bob, who is a member of it. */
async function red() {
  const board = await noticeboard()
  const [ada, bob] = [await board.person('Ada'), await board.person('Bob')]
  await ada.post('/teams', { name: 'Red' })
  await ada.post('/teams/red/members', { email: 'bob@site.example' })
  return { ...board, ada, bob }
}

/** The titles on the board, from top to bottom. */
async function titles(visitor: Visitor, query = ''): Promise<readonly string[]> {
  const { text } = await visitor.get(`/teams/red${query}`)
  return [...text.matchAll(/notices\/\d+">([^<]*)</g)].map(([, title = '']) => title)
}

test('a notice is on the board of its team, newest first, and says who wrote it', async () => {
  const { ada, bob } = await red()
  await ada.send('/teams/red/notices', { title: 'Tea', text: 'Two lines,\nof text.' })
  await bob.send('/teams/red/notices', { title: 'Milk', text: '' })
  expect(await titles(ada)).toEqual(['Milk', 'Tea'])
  const { text } = await bob.get('/teams/red/notices/1')
  expect(text).toContain('Ada, ')
  expect(text).toContain('<p class="text">Two lines,\nof text.</p>')
})

test('a form that is wrong comes back with what was written', async () => {
  const { ada } = await red()
  const { status, text } = await ada.send('/teams/red/notices', { title: ' ', text: 'A <b>long</b> text' })
  expect(status).toBe(422)
  expect(text).toContain('What is it about?')
  expect(text).toContain('A &lt;b&gt;long&lt;/b&gt; text</textarea>')
  expect(await titles(ada)).toEqual([])
})

test('a notice of another team is not found by its number', async () => {
  const { ada } = await red()
  await ada.post('/teams', { name: 'Blue' })
  await ada.send('/teams/red/notices', { title: 'Tea', text: '' })
  expect((await ada.get('/teams/red/notices/1')).status).toBe(200)
  expect((await ada.get('/teams/blue/notices/1')).status).toBe(404)
  expect((await ada.post('/teams/blue/notices/1/remove')).status).toBe(404)
})

test('its author and the owner take it down, other members do not', async () => {
  const { ada, bob, person } = await red()
  const eve = await person('Eve')
  await ada.post('/teams/red/members', { email: 'eve@site.example' })
  for (const title of ['One', 'Two']) await bob.send('/teams/red/notices', { title, text: '' })
  expect((await eve.get('/teams/red/notices/1')).text).not.toContain('Take it down')
  expect((await eve.post('/teams/red/notices/1/remove')).status).toBe(403)
  expect((await bob.post('/teams/red/notices/1/remove')).location).toBe('/teams/red')
  expect((await ada.post('/teams/red/notices/2/remove')).location).toBe('/teams/red')
  expect((await ada.get('/teams/red')).text).toContain('“Two” is taken down.')
  expect(await titles(ada)).toEqual([])
})

test('a search finds all words in title or text, and nothing of them is a pattern', async () => {
  const { ada } = await red()
  await ada.send('/teams/red/notices', { title: 'Green tea', text: 'is sold out' })
  await ada.send('/teams/red/notices', { title: 'Coffee', text: '100% arabica, green beans' })
  expect(await titles(ada, '?search=GREEN')).toEqual(['Coffee', 'Green tea'])
  expect(await titles(ada, '?search=out+green')).toEqual(['Green tea'])
  expect(await titles(ada, '?search=100%25')).toEqual(['Coffee'])
  expect(await titles(ada, '?search=%25')).toEqual(['Coffee'])
  expect(await titles(ada, '?search=_')).toEqual([])
  expect(await titles(ada, `?search=${'a+'.repeat(5_000)}`)).toEqual(['Coffee', 'Green tea'])
})

test('eleven notices are two pages, which link to each other and keep the search', async () => {
  const { ada } = await red()
  for (let number = 1; number <= 11; number++)
    await ada.send('/teams/red/notices', { title: `No. ${number}`, text: '' })
  expect(await titles(ada)).toHaveLength(10)
  expect(await titles(ada, '?page=2')).toEqual(['No. 1'])
  const { text } = await ada.get('/teams/red?search=No')
  expect(text).not.toContain('data-after')
  expect(text).toContain('href="/teams/red?search=No&amp;page=2"')
  for (const page of ['0', '-1', 'x', '1e9', '']) expect((await ada.get(`/teams/red?page=${page}`)).status).toBe(200)
})

import { describe, expect, test } from 'vitest'
import { noticeboard } from '../../test/noticeboard.ts'
import { slugOf } from './teams.ts'

test.each([
  ['The Red Team', 'the-red-team'],
  ['  Küche & Garten! ', 'küche-garten'],
  ['<script>', 'script'],
  ['…', ''],
])('the address of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

describe('a team', () => {
  test('is founded by its owner, who is sent to its board', async () => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    expect((await ada.post('/teams', { name: 'Küche & Garten' })).location).toBe('/teams/k%C3%BCche-garten')
    expect((await ada.get('/teams/k%C3%BCche-garten/members')).text).toContain('<h1>Members of Küche &amp; Garten</h1>')
    expect((await ada.get('/')).text).toContain('Küche &amp; Garten')
  })

  test.each([
    ['…', 'A name has a letter or a digit.'],
    ['red', 'There is a team of this name.'],
    ['r'.repeat(81), 'That is too long'],
  ])('is not founded as %j', async (name, message) => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    await ada.post('/teams', { name: 'Red' })
    const { status, text } = await ada.post('/teams', { name })
    expect([status, text]).toEqual([422, expect.stringContaining(message)])
  })

  test('is not there for strangers, not even for an admin', async () => {
    const { person } = await noticeboard()
    const [admin, bob] = [await person('Admin'), await person('Bob')]
    await bob.post('/teams', { name: 'Red' })
    for (const path of ['/teams/red', '/teams/red/members', '/teams/red/write', '/teams/none']) {
      expect((await admin.get(path)).status).toBe(404)
    }
    expect((await admin.send('/teams/red/notices', { title: 'Hello', text: '' })).status).toBe(404)
  })
})

describe('members', () => {
  test('are added by the owner, who writes to them', async () => {
    const { person, sent } = await noticeboard()
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    await ada.post('/teams', { name: 'Red' })
    expect((await ada.post('/teams/red/members', { email: 'BOB@site.example' })).status).toBe(303)
    expect((await ada.get('/teams/red/members')).text).toContain('Bob is in the team.')
    expect((await bob.get('/teams/red/members')).status).toBe(200)
    expect(sent.at(-1)).toEqual(expect.objectContaining({ to: 'bob@site.example', subject: 'You are in Red' }))
  })

  test('add nobody', async () => {
    const { person } = await noticeboard()
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    await person('Eve')
    await ada.post('/teams', { name: 'Red' })
    await ada.post('/teams/red/members', { email: 'bob@site.example' })
    expect((await bob.get('/teams/red/members')).text).not.toContain('Add somebody')
    expect((await bob.post('/teams/red/members', { email: 'eve@site.example' })).status).toBe(403)
  })

  test.each([
    ['nobody@site.example', 'Nobody has an account of this address.'],
    ['ada@site.example', 'Is in the team already.'],
    ['nobody', 'This is no address for mail.'],
  ])('are not added as %s', async (email, message) => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    await ada.post('/teams', { name: 'Red' })
    const { status, text } = await ada.post('/teams/red/members', { email })
    expect([status, text]).toEqual([422, expect.stringContaining(message)])
  })
})

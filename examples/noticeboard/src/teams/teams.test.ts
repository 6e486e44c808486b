import { describe, expect, test, vi } from 'vitest'
import { notice, noticeboard, PASSWORD, visitorOf } from '../../test/noticeboard.ts'
import { slugOf } from './teams.ts'

test.each([
  ['The Red Team', 'the-red-team'],
  ['  Küche & Garten! ', 'küche-garten'],
  ['<script>', 'script'],
  ['…', ''],
])('the name %j of a team becomes %j in its address', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

describe('a team', () => {
  test('a team is founded by its owner, who is redirected to its board', async () => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    expect((await ada.post('/teams', { name: 'Küche & Garten' })).headers.get('location')).toBe(
      '/teams/k%C3%BCche-garten-1',
    )
    expect((await ada.get('/teams/k%C3%BCche-garten-1/members')).body).toContain(
      '<h1>Members of Küche &amp; Garten</h1>',
    )
    expect((await ada.get('/')).body).toContain('Küche &amp; Garten')
  })

  test.each([
    ['…', 'A name has a letter or a digit.'],
    ['r'.repeat(81), 'That is too long'],
  ])('a team is not founded with the name %j', async (name, message) => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    await ada.post('/teams', { name: 'Red' })
    const { status, body: text } = await ada.post('/teams', { name })
    expect([status, text]).toEqual([422, expect.stringContaining(message)])
  })

  test('a name that is too long is measured before it is normalized', async () => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect((await ada.post('/teams', { name: 'ﷺ'.repeat(50_000) })).status).toBe(422)
    const lengths = normalize.mock.contexts.map((text) => String(text).length)
    normalize.mockRestore()
    expect(Math.max(0, ...lengths)).toBeLessThan(1_000)
  })

  test('a team may have the name of another team, so that nobody learns which teams exist', async () => {
    const { person } = await noticeboard()
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    expect((await ada.post('/teams', { name: 'Red' })).headers.get('location')).toBe('/teams/red-1')
    expect((await bob.post('/teams', { name: 'Red' })).headers.get('location')).toBe('/teams/red-2')
    expect((await bob.get('/teams/red-1')).status).toBe(404)
  })

  test('users who are not members of a team get a 404 for its pages, even an admin', async () => {
    const { person } = await noticeboard()
    const [admin, bob] = [await person('Admin'), await person('Bob')]
    await bob.post('/teams', { name: 'Red' })
    for (const path of ['/teams/red-1', '/teams/red-1/members', '/teams/red-1/write', '/teams/none']) {
      expect((await admin.get(path)).status).toBe(404)
    }
    expect((await admin.post('/teams/red-1/notices', notice('Hello'))).status).toBe(404)
  })
})

const BOB = { email: 'BOB@site.example' }

/** Ada, who owns the team Red, and Bob, whom she has invited. */
async function invited() {
  const board = await noticeboard()
  const [ada, bob] = [await board.person('Ada'), await board.person('Bob')]
  await ada.post('/teams', { name: 'Red' })
  await ada.post('/teams/red-1/members', BOB)
  return { ...board, ada, bob }
}

describe('an invitation', () => {
  test('an invitation is sent by mail, and its link makes the invited user a member and works once', async () => {
    const { ada, bob, link, sent } = await invited()
    expect((await ada.get('/teams/red-1/members')).body).toContain('We have written to bob@site.example.')
    expect(sent.at(-1)).toEqual(expect.objectContaining({ to: 'bob@site.example', subject: 'An invitation' }))
    expect((await bob.get('/teams/red-1/members')).status).toBe(404)
    expect((await bob.get(link())).body).toContain('<h1>The team Red invites you</h1>')
    expect((await bob.get('/teams/red-1/members')).status).toBe(404)
    expect((await bob.post(link())).headers.get('location')).toBe('/teams/red-1')
    expect((await bob.get('/teams/red-1/members')).status).toBe(200)
    expect((await bob.post(link())).status).toBe(404)
  })

  test('an invitation leads a visitor without an account through sign-up into the team', async () => {
    const { app, ada, link } = await invited()
    await ada.post('/teams/red-1/members', { email: 'eve@site.example' })
    const invitation = link()
    const eve = visitorOf(app)
    expect((await eve.get(invitation)).headers.get('location')).toBe(`/log-in?return=${encodeURIComponent(invitation)}`)
    await eve.post('/sign-up', { email: 'eve@site.example' })
    await eve.post(link(), { name: 'Eve', password: PASSWORD })
    expect((await eve.post(invitation)).headers.get('location')).toBe('/teams/red-1')
  })

  test('an invitation opens the team only to the account with the invited address', async () => {
    const { bob, link, person } = await invited()
    const invitation = link()
    const eve = await person('Eve')
    expect((await eve.get(invitation)).status).toBe(404)
    expect((await eve.post(invitation)).status).toBe(404)
    expect((await eve.get('/teams/red-1')).status).toBe(404)
    expect((await bob.post(invitation.replace('/invitations', '/sign-up/finish'))).status).toBe(404)
    expect((await bob.post(invitation)).status).toBe(303)
  })

  test('an owner who invites gets the same response for each valid address, whether it has an account or not', async () => {
    const { ada, bob, link } = await invited()
    await bob.post(link())
    for (const email of ['nobody@site.example', 'ada@site.example', 'bob@site.example']) {
      expect((await ada.post('/teams/red-1/members', { email })).status).toBe(303)
      expect((await ada.get('/teams/red-1/members')).body).toContain(`We have written to ${email}.`)
    }
    const { status, body: text } = await ada.post('/teams/red-1/members', { email: 'nobody' })
    expect([status, text]).toEqual([422, expect.stringContaining('This is not an address for mail.')])
  })

  test('sign-ups by strangers use up no invitations, and an invitation that is not sent says so', async () => {
    const { app, ada, sent } = await invited()
    for (let turn = 0; turn < 4; turn++) await visitorOf(app).post('/sign-up', { email: 'eve@site.example' })
    const mails = () => sent.filter(({ to, subject }) => to === 'eve@site.example' && subject === 'An invitation')
    const answers: number[] = []
    for (let turn = 0; turn < 4; turn++)
      answers.push((await ada.post('/teams/red-1/members', { email: 'eve@site.example' })).status)
    expect([answers, mails().length]).toEqual([[303, 303, 303, 422], 3])
    const { body: text } = await ada.post('/teams/red-1/members', { email: 'eve@site.example' })
    expect(text).toContain('This team has written there too often. Wait an hour.')
  })

  test('only owners send invitations, at most three to an address in an hour, and no mail has a text that they typed', async () => {
    const { ada, bob, link, sent } = await invited()
    await bob.post(link())
    expect((await bob.get('/teams/red-1/members')).body).not.toContain('Invite somebody')
    expect((await bob.post('/teams/red-1/members', { email: 'eve@site.example' })).status).toBe(403)
    await ada.post('/teams', { name: 'Buy my pills' })
    for (let turn = 0; turn < 5; turn++) await ada.post('/teams/buy-my-pills-2/members', { email: 'eve@site.example' })
    expect(sent.filter(({ to }) => to === 'eve@site.example')).toHaveLength(3)
    expect(JSON.stringify(sent)).not.toContain('pills')
  })
})

describe('a member', () => {
  test('a member whom an owner has removed does not get back into the team by an older invitation', async () => {
    const { ada, bob, link } = await invited()
    await ada.post('/teams/red-1/members', BOB)
    await bob.post(link())
    await ada.post('/teams/red-1/members', BOB)
    expect((await bob.get('/teams/red-1')).status).toBe(200)
    expect((await bob.get('/')).body).toContain('>Red</a>')
    expect((await bob.post('/teams/red-1/members/1/remove')).status).toBe(403)
    expect((await ada.post('/teams/red-1/members/2/remove')).headers.get('location')).toBe('/teams/red-1/members')
    expect((await ada.get('/teams/red-1/members')).body).toContain('Bob is out of the team.')
    expect((await bob.get('/teams/red-1')).status).toBe(404)
    expect((await bob.get('/')).body).not.toContain('>Red</a>')
    expect((await bob.post(link())).status).toBe(404)
  })

  test('the owner cannot be removed', async () => {
    const { ada } = await invited()
    await ada.post('/teams/red-1/members/1/remove')
    expect((await ada.get('/teams/red-1/members')).body).toContain('Ada (owner)')
  })
})

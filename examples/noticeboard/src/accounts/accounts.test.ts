import { describe, expect, test } from 'vitest'
import { noticeboard, PASSWORD } from '../../test/noticeboard.ts'
import { Visitor } from '../../test/visitor.ts'

const ADA = { email: 'ada@site.example', name: 'Ada', password: PASSWORD }

describe('sign-up', () => {
  test('makes an account, logs in, and welcomes by mail', async () => {
    const { app, sent } = await noticeboard()
    const ada = new Visitor(app)
    expect((await ada.post('/sign-up', ADA)).location).toBe('/')
    expect((await ada.get('/password')).text).toContain('Change your password')
    expect(sent).toEqual([expect.objectContaining({ to: 'ada@site.example', subject: 'Welcome to Noticeboard' })])
  })

  test('says what is wrong beside the field, and keeps all but the password', async () => {
    const { app } = await noticeboard()
    const { status, text } = await new Visitor(app).post('/sign-up', {
      email: 'ada',
      name: 'Ada <L>',
      password: 'short',
    })
    expect(status).toBe(422)
    expect(text).toContain('This is no address for mail.')
    expect(text).toContain('Take 12 characters or more')
    expect(text).toContain('value="Ada &lt;L&gt;"')
    expect(text).not.toContain('short')
    expect(text).toMatch(/id="password"[^>]* aria-invalid="true" aria-describedby="password-problem"/)
    expect(text).toMatch(/id="name"[^>]* aria-invalid="false" *>/)
    expect(text.match(/id="\w+"[^>]* autofocus/g)).toEqual([expect.stringContaining('id="email"')])
    expect(text).toContain('<title>Not yet: Sign up')
  })

  test('takes an address once, however it is written', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const { status, text } = await new Visitor(app).post('/sign-up', { ...ADA, email: 'ADA@site.example' })
    expect([status, text]).toEqual([422, expect.stringContaining('There is an account of this address.')])
  })

  test('makes an admin of the first one alone', async () => {
    const { container, person } = await noticeboard()
    await person('Ada')
    await person('Bob')
    const roles = container
      .get('noticeboard/accounts')
      .all()
      .map(({ name, role }) => [name, role])
    expect(roles).toEqual([
      ['Ada', 'admin'],
      ['Bob', 'member'],
    ])
  })
})

describe('log-in', () => {
  test('goes on to the page that asked for it', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const visitor = new Visitor(app)
    expect((await visitor.get('/password')).location).toBe('/log-in?return=%2Fpassword')
    // A form without an action is sent to the page on which it stands.
    const { text } = await visitor.get('/log-in?return=%2Fpassword')
    expect(text).toContain('<form method="post">')
    expect((await visitor.post('/log-in?return=%2Fpassword', ADA)).location).toBe('/password')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/.//evil.example'])(
    'never goes on to another site: %s',
    async (target) => {
      const { app, person } = await noticeboard()
      await person('Ada')
      const { location } = await new Visitor(app).post(`/log-in?return=${encodeURIComponent(target)}`, ADA)
      expect(new URL(location ?? '', 'https://noticeboard.example').host).toBe('noticeboard.example')
    },
  )

  test('says the same of an unknown address as of a wrong password', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const wrong = await new Visitor(app).post('/log-in', { ...ADA, password: 'something else' })
    const unknown = await new Visitor(app).post('/log-in', { ...ADA, email: 'bob@site.example' })
    const message = 'The address or the password is wrong.'
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining(message)])
    expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining(message)])
  })

  test('begins a session that a planted id does not open', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const victim = new Visitor(app)
    await victim.post('/log-in', { ...ADA, password: 'something else' })
    const planted = await victim.cookies()
    await victim.post('/log-in', ADA)
    const thief = new Visitor(app)
    await thief.takes(planted)
    expect((await thief.get('/password')).status).toBe(303)
  })
})

describe('log-out', () => {
  test('ends the session for good, for a copied cookie too', async () => {
    const { app, person } = await noticeboard()
    const ada = await person('Ada')
    const copied = await ada.cookies()
    expect((await ada.post('/log-out')).location).toBe('/log-in')
    const thief = new Visitor(app)
    await thief.takes(copied)
    expect((await thief.get('/password')).status).toBe(303)
  })
})

describe('a changed password', () => {
  test('lets the new one in, keeps this browser, and logs out all others', async () => {
    const { app, person } = await noticeboard()
    const ada = await person('Ada')
    const elsewhere = new Visitor(app)
    await elsewhere.post('/log-in', ADA)
    expect((await elsewhere.get('/password')).status).toBe(200)
    expect((await ada.post('/password', { old: PASSWORD, password: 'a new horse altogether' })).location).toBe('/')
    expect((await ada.get('/password')).text).toContain('Your password is changed.')
    expect((await ada.get('/password')).text).not.toContain('Your password is changed.')
    expect((await elsewhere.get('/password')).status).toBe(303)
    expect((await elsewhere.post('/log-in', ADA)).status).toBe(422)
    expect((await elsewhere.post('/log-in', { ...ADA, password: 'a new horse altogether' })).status).toBe(303)
  })

  test('asks for the old one', async () => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    const { status, text } = await ada.post('/password', { old: 'a guess', password: 'a new horse altogether' })
    expect([status, text]).toEqual([422, expect.stringContaining('That is not your password.')])
  })
})

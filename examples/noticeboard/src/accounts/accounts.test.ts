import { describe, expect, test } from 'vitest'
import { cookiesOf, noticeboard, PASSWORD, SITE, visitorOf } from '../../test/noticeboard.ts'

const ADA = { email: 'ada@site.example', name: 'Ada', password: PASSWORD }

describe('sign-up', () => {
  test('sign-up mails a link, and the page of the link makes the account and logs in', async () => {
    const { app, link, sent } = await noticeboard()
    const ada = visitorOf(app)
    expect((await ada.post('/sign-up', ADA)).headers.get('location')).toBe('/sign-up')
    expect((await ada.get('/sign-up')).body).toContain('We have written to ada@site.example.')
    expect(sent).toEqual([expect.objectContaining({ to: 'ada@site.example', subject: 'Welcome to Noticeboard' })])
    expect((await ada.get('/password')).status).toBe(303)
    expect((await ada.get(link())).body).toContain('<h1>Your account</h1>')
    expect((await ada.post(link(), ADA)).headers.get('location')).toBe('/')
    expect((await ada.get('/password')).body).toContain('Change your password')
  })

  test('sign-up makes no account without a link that was mailed to the address of the account', async () => {
    const { app, container, link } = await noticeboard()
    const eve = visitorOf(app)
    await eve.post('/sign-up', ADA)
    await eve.post('/sign-up', { email: 'eve@site.example' })
    for (const path of ['/sign-up/finish', '/sign-up/finish?token=', '/sign-up/finish?token=guess'])
      expect((await eve.post(path, ADA)).status).toBe(404)
    expect((await eve.post(link(), ADA)).status).toBe(303)
    const all = container.get('noticeboard/accounts').all()
    expect(all.map(({ email }) => email)).toEqual(['eve@site.example'])
  })

  test('sign-up accepts a link once, and for three days', async () => {
    const { app, container, link } = await noticeboard()
    const ada = visitorOf(app)
    await ada.post('/sign-up', ADA)
    const database = container.get('noticeboard/database')
    database.run('UPDATE links SET made = made - 3 * 86400 - 1')
    expect((await ada.get(link())).status).toBe(404)
    database.run('UPDATE links SET made = made + 86400')
    expect((await ada.post(link(), ADA)).status).toBe(303)
    expect((await ada.post(link(), ADA)).status).toBe(404)
  })

  test('sign-up shows each mistake beside its field, and keeps all values except the password', async () => {
    const { app, link } = await noticeboard()
    const visitor = visitorOf(app)
    expect((await visitor.post('/sign-up', { email: 'ada' })).body).toContain('This is not an address for mail.')
    await visitor.post('/sign-up', ADA)
    const { status, body: text } = await visitor.post(link(), { name: `Ada <L>${'.'.repeat(80)}`, password: 'short' })
    expect(status).toBe(422)
    expect(text).toContain('That is too long')
    expect(text).toContain('Take 12 characters or more')
    expect(text).toContain('value="Ada &lt;L&gt;')
    expect(text).not.toContain('short')
    expect(text).toMatch(/id="password"[^>]* aria-invalid="true" aria-describedby="password-problem"/)
    expect(text.match(/id="\w+"[^>]* autofocus/g)).toEqual([expect.stringContaining('id="name"')])
    expect(text).toContain('<title>Not yet: Your account')
  })

  test('sign-up tells only the reader of the mail that the address has an account, however the address is spelled', async () => {
    const { app, link, person, sent } = await noticeboard()
    await person('Ada')
    const told = async (email: string) => {
      const visitor = visitorOf(app)
      const { status, headers } = await visitor.post('/sign-up', { email })
      return {
        status,
        location: headers.get('location'),
        text: (await visitor.get('/sign-up')).body.replace(email.toLowerCase(), ''),
        mail: sent.at(-1)?.subject,
      }
    }
    const withoutTokens = ({ text, ...rest }: Awaited<ReturnType<typeof told>>) => ({
      ...rest,
      said: /class="said"[^<]*/.exec(text)?.[0],
    })
    expect(withoutTokens(await told('ADA@site.example'))).toEqual(withoutTokens(await told('bob@site.example')))
    await told('ADA@site.example')
    const { status, body: text } = await visitorOf(app).post(link(), ADA)
    expect([status, text]).toEqual([422, expect.stringContaining('There is an account of this address already.')])
  })

  test('sign-up sends an address at most three mails in an hour, and no mail has a text that a stranger typed', async () => {
    const { app, sent } = await noticeboard()
    const answers = new Set<string>()
    for (let turn = 0; turn < 5; turn++) {
      const { status, headers } = await visitorOf(app).post('/sign-up', { ...ADA, name: 'Buy my pills' })
      answers.add(`${status} ${headers.get('location')}`)
    }
    expect([...answers]).toEqual(['303 /sign-up'])
    expect(sent).toHaveLength(3)
    expect(JSON.stringify(sent)).not.toContain('pills')
  })

  test('sign-up makes only the first user an admin', async () => {
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
  test('log-in redirects to the page that the visitor had requested before', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const visitor = visitorOf(app)
    expect((await visitor.get('/password')).headers.get('location')).toBe('/log-in?return=%2Fpassword')
    // A form without an action is sent to the address of its own page.
    const { body: text } = await visitor.get('/log-in?return=%2Fpassword')
    expect(text).toContain('<form method="post">')
    expect((await visitor.post('/log-in?return=%2Fpassword', ADA)).headers.get('location')).toBe('/password')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/.//evil.example'])(
    'log-in never redirects to another site: %s',
    async (target) => {
      const { app, person } = await noticeboard()
      await person('Ada')
      const { headers } = await visitorOf(app).post(`/log-in?return=${encodeURIComponent(target)}`, ADA)
      expect(new URL(headers.get('location') ?? '', SITE).host).toBe('noticeboard.example')
    },
  )

  test('log-in gives the same response to an unknown address as to a wrong password', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const wrong = await visitorOf(app).post('/log-in', { ...ADA, password: 'something else' })
    const unknown = await visitorOf(app).post('/log-in', { ...ADA, email: 'bob@site.example' })
    const message = 'The address or the password is wrong.'
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining(message)])
    expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining(message)])
  })

  test('log-in begins a session with a new id, so that a thief who planted the earlier id does not get in', async () => {
    const { app, person } = await noticeboard()
    await person('Ada')
    const victim = visitorOf(app)
    await victim.post('/log-in', { ...ADA, password: 'something else' })
    const headers = await cookiesOf(victim)
    await victim.post('/log-in', ADA)
    expect((await visitorOf(app).get('/password', { headers })).status).toBe(303)
  })
})

describe('log-out', () => {
  test('log-out ends the session for good, for a copied cookie too', async () => {
    const { app, person } = await noticeboard()
    const ada = await person('Ada')
    const headers = await cookiesOf(ada)
    expect((await visitorOf(app).get('/password', { headers })).status).toBe(200)
    expect((await ada.post('/log-out')).headers.get('location')).toBe('/log-in')
    expect((await visitorOf(app).get('/password', { headers })).status).toBe(303)
  })
})

describe('a changed password', () => {
  test('after a change of the password, the new one logs in; the browser that changed it stays logged in, and all others are logged out', async () => {
    const { app, person } = await noticeboard()
    const ada = await person('Ada')
    const elsewhere = visitorOf(app)
    await elsewhere.post('/log-in', ADA)
    expect((await elsewhere.get('/password')).status).toBe(200)
    expect(
      (await ada.post('/password', { old: PASSWORD, password: 'a new horse altogether' })).headers.get('location'),
    ).toBe('/')
    expect((await ada.get('/password')).body).toContain('Your password is changed.')
    expect((await ada.get('/password')).body).not.toContain('Your password is changed.')
    expect((await elsewhere.get('/password')).status).toBe(303)
    expect((await elsewhere.post('/log-in', ADA)).status).toBe(422)
    expect((await elsewhere.post('/log-in', { ...ADA, password: 'a new horse altogether' })).status).toBe(303)
  })

  test('a change of the password requires the old password', async () => {
    const { person } = await noticeboard()
    const ada = await person('Ada')
    const { status, body: text } = await ada.post('/password', { old: 'a guess', password: 'a new horse altogether' })
    expect([status, text]).toEqual([422, expect.stringContaining('That is not your password.')])
  })
})

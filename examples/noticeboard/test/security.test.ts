import { guardCoverage } from '@app/proofs'
import { expect, test, vi } from 'vitest'
import { cookiesOf, notice, noticeboard, PASSWORD, visitorOf } from './noticeboard.ts'

/** The names of the routes that everybody may request. A test below fails if a route is public and not in this list. */
const PUBLIC = ['sign-up.show', 'sign-up', 'sign-up.finish.show', 'sign-up.finish', 'log-in.show', 'log-in']

const ATTACK = '\'"></title></textarea><script>alert(1)</script><img src=x onerror=alert(1)>'

test('every service that the configuration names can be made', async () => {
  const { app } = await noticeboard()
  await app.check()
})

test('a visitor who has not logged in gets only public pages', async () => {
  const { app } = await noticeboard()
  const open: string[] = []
  for (const { name, path, methods } of app.describe().routes) {
    const method = methods?.[0] ?? 'GET'
    const params = { team: 'red-1', id: '1', attachment: '1' }
    const url = path.replace(/\{(\w+)[^}]*\}/g, (_whole, param: string) => params[param as keyof typeof params] ?? 'x')
    const { status, headers } = await (method === 'GET'
      ? visitorOf(app).get(url)
      : visitorOf(app).request(url, { method }))
    const isRedirected = status === 303 && headers.get('location')?.startsWith('/log-in?return=')
    const isTurnedAway = method === 'GET' ? isRedirected : status === 401
    if (!isTurnedAway) open.push(name)
  }
  expect(open).toEqual(PUBLIC)
})

test('no request reaches a page of a team without the check that the visitor is a member', async () => {
  const { app } = await noticeboard()
  const { routes, problems } = await guardCoverage(app, { routes: '/teams', pass: 'enter-team' })
  expect(problems).toEqual([])
  expect(routes.length).toBeGreaterThan(10)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site, in an old browser', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
  ['an unknown site', { 'sec-fetch-site': undefined, origin: undefined }],
])('a form from %s is refused, and writes nothing', async (_from, headers) => {
  const { app, person } = await noticeboard()
  const ada = await person('Ada')
  const lured = visitorOf(app, { ...headers, ...(await cookiesOf(ada)) })
  expect((await lured.get('/')).status).toBe(200)
  expect((await lured.post('/teams', { name: 'Red' })).status).toBe(403)
  expect((await ada.get('/teams/red-1')).status).toBe(404)
})

test('a form of an old browser is accepted with the CSRF token of its page', async () => {
  const { app, person } = await noticeboard()
  await person('Ada')
  const ada = visitorOf(app, { 'sec-fetch-site': undefined, origin: undefined })
  const fields = { email: 'ada@site.example', password: PASSWORD }
  await ada.get('/log-in')
  expect((await ada.post('/log-in', fields)).status).toBe(403)
  await ada.get('/log-in')
  expect((await ada.submit('/log-in', fields)).status).toBe(303)
  await ada.get('/')
  expect((await ada.submit('/teams', { name: 'Red' })).headers.get('location')).toBe('/teams/red-1')
})

test('a text that a user writes never becomes markup of a page', async () => {
  const { app, link, person } = await noticeboard()
  const ada = await person('Ada')
  const pages = [
    await ada.post('/teams', { name: ATTACK }),
    await ada.post('/teams', { name: `Red ${ATTACK}` }),
    await ada.get('/'),
    await ada.post('/teams', { name: 'Red' }),
    await ada.post('/teams/red-1/members', { email: ATTACK }),
    await ada.post('/teams/red-1/notices', notice(ATTACK)),
    await ada.post('/teams/red-1/notices', notice('', ATTACK)),
    await ada.get('/teams/red-1'),
    await ada.get(`/teams/red-1?search=${encodeURIComponent(ATTACK)}`),
    await ada.get('/teams/red-1/notices/1'),
    await ada.get(`/${encodeURIComponent(ATTACK).replaceAll('%2F', '_')}`),
    await visitorOf(app).get(`/log-in?return=${encodeURIComponent(ATTACK)}`),
    await visitorOf(app).post('/log-in', { email: ATTACK, password: ATTACK }),
    await visitorOf(app).post('/sign-up', { email: ATTACK }),
    await visitorOf(app).post('/sign-up', { email: 'eve@site.example' }),
    await visitorOf(app).post(link(), { name: ATTACK, password: ATTACK }),
    await visitorOf(app).post(link(), { name: ATTACK.slice(0, 80), password: PASSWORD }),
    await visitorOf(app).get(`/invitations?token=${encodeURIComponent(ATTACK)}`),
  ]
  for (const { body: text } of pages) {
    expect(text).not.toMatch(/<script>alert|<img/)
    expect(text.match(/<title>/g)?.length ?? 0).toBe(text === '' ? 0 : 1)
  }
})

test('each page has a strict content security policy and the header X-Content-Type-Options', async () => {
  const { app } = await noticeboard()
  for (const path of ['/log-in', '/', '/none']) {
    const { headers } = await visitorOf(app).get(path)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'|default-src 'self'/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('cookies are sent only to this host and over TLS, and scripts cannot read them', async () => {
  const { app, person } = await noticeboard()
  await person('Ada')
  const { headers } = await visitorOf(app).post('/log-in', { email: 'ada@site.example', password: PASSWORD })
  const cookies = headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0])).toContain('__Host-session')
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; HttpOnly/)
  }
})

test('caches do not store pages with private data', async () => {
  const { person } = await noticeboard()
  const ada = await person('Ada')
  expect((await ada.get('/')).headers.get('cache-control')).toBe('private, no-store')
})

test('no password and no cookie is in the log or on a page, and each line of the log has the id of its request', async () => {
  const { link, log, person } = await noticeboard()
  const ada = await person('Ada')
  const [cookie = ''] = Object.values(await ada.cookies())
  await ada.post('/password', { old: PASSWORD, password: 'a new horse altogether' })
  const { body: text } = await ada.get('/?token=of-a-query')
  expect(log.length).toBe(4)
  for (const line of log) expect(JSON.parse(line)).toMatchObject({ requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
  for (const secret of [PASSWORD, 'a new horse', 'of-a-query', link(), cookie]) {
    expect(cookie).not.toBe('')
    expect(log.join('\n')).not.toContain(secret)
    expect(text).not.toContain(secret)
  }
})

test('the page of an error shows nothing of the error except the id of the request', async () => {
  const search = () => {
    throw new Error('the password of the database is s3cret')
  }
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { person } = await noticeboard({ 'noticeboard/notices': { search } })
  const ada = await person('Ada')
  await ada.post('/teams', { name: 'Red' })
  const { status, body: text, headers } = await ada.get('/teams/red-1')
  expect(status).toBe(500)
  expect(text).not.toContain('s3cret')
  expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`)
  expect(said).toHaveBeenCalledOnce()
})

import { Application, html, json, type RequestHandler, redirect, text } from '@app/core'
import { CSRF, csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { expect, test } from 'vitest'
import { createVisitor, VisitorError, type VisitorOptions } from './index.ts'

const NAME = sessionKey<string>('name')

/** A site with a log-in, whose forms have a token. */
function site() {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(session()).pipe(csrf({ secret: 'a secret that nobody else can guess' }))
  app.get('/', (request) => {
    const name = request.attribute(SESSION).get(NAME)
    return html(
      name ? `<title>Home</title><p>Welcome, <b>${name}</b></p><a href="/out?x=1#y">Log out</a>` : '<p>Stranger</p>',
    )
  })
  app.get('/log-in', async (request) =>
    html(`<form method="post"><input type="hidden" name="csrf" value="${await request.attribute(CSRF).token()}">
      <input name="name"><input type="password" name="password"><button>Log in</button></form>`),
  )
  app.post('/log-in', async (request) => {
    const form = await request.formData()
    request.attribute(SESSION).set(NAME, String(form.get('name')))
    return redirect('/', 303)
  })
  app.get('/out', (request) => {
    request.attribute(SESSION).destroy()
    return redirect('/')
  })
  return app
}

test('a visitor logs in by the form of a page, with its hidden token, and stays logged in', async () => {
  const visitor = createVisitor(site())
  expect((await visitor.get('/')).text).toBe('Stranger')
  await visitor.get('/log-in')
  const home = await visitor.submit('/log-in', { name: 'Ada', password: 'x' })
  expect([home.status, home.path, home.title, home.text]).toEqual([200, '/', 'Home', 'Welcome, Ada Log out'])
  expect(home.redirects).toEqual(['https://www.site.example/log-in'])
  expect(Object.keys(await visitor.cookies())).toContain('__Host-session')
  expect((await createVisitor(site()).get('/')).text).toBe('Stranger')
  expect(home.links).toEqual([{ text: 'Log out', href: 'https://www.site.example/out?x=1#y' }])
  expect((await visitor.click('Log out')).text).toBe('Stranger')
})

test('the hidden token of a form is sent: a browser without Sec-Fetch-Site and Origin needs it', async () => {
  const headers = { 'sec-fetch-site': undefined, origin: undefined }
  const visitor = createVisitor(site(), { headers })
  await visitor.get('/log-in')
  expect((await visitor.submit('/log-in', { name: 'Ada', csrf: 'wrong' })).status).toBe(403)
  await visitor.get('/log-in')
  expect((await visitor.submit('/log-in', { name: 'Ada' })).text).toBe('Welcome, Ada Log out')
})

test('fields are sent without a page that has the form, and files in a FormData', async () => {
  const visitor = createVisitor(site())
  expect((await visitor.post('/log-in', { name: 'Ada & Co' })).text).toBe('Welcome, Ada & Co Log out')
  const form = new FormData()
  form.set('name', 'Eve')
  form.set('picture', new File(['x'], 'x.txt'))
  expect((await visitor.post('/log-in', form)).text).toBe('Welcome, Eve Log out')
  expect((await visitor.post('/none')).status).toBe(404)
})

test('a visitor that forgets its cookies is another visitor', async () => {
  const visitor = createVisitor(site())
  await visitor.get('/log-in')
  await visitor.submit(undefined, { name: 'Ada' })
  await visitor.forget()
  expect((await visitor.get('/')).text).toBe('Stranger')
})

/** A visitor of one page, whose requests are shown as `METHOD /path?query type: body`. */
function formPage(page: string, options?: VisitorOptions) {
  const show: RequestHandler = async (request) => {
    const { pathname, search } = new URL(request.url)
    const type = request.headers.get('content-type')?.split(';')[0]
    if (type !== 'multipart/form-data')
      return text(`${request.method} ${pathname}${search} ${await request.text()}`.trim())
    const pairs = [...(await request.formData())].map(async ([name, value]) => {
      return `${name}=${typeof value === 'string' ? value : `${value.name}(${await value.text()})`}`
    })
    return text((await Promise.all(pairs)).join('&'))
  }
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/', () => html(page))
  app.any('/{rest:.*}', show)
  return createVisitor(app, options)
}

async function sent(form: string, entries = {}, options = {}) {
  const visitor = formPage(form)
  await visitor.get('/')
  return (await visitor.submit(undefined, entries, options)).text
}

// Source: HTML, section 4.10.22.4, "Constructing the form data set".
test.each<[string, string]>([
  ['<input name=a value=1><input value=2><input name=b>', 'a=1&b='],
  ['<input name=a value="&amp;ü +">', 'a=%26%C3%BC+%2B'],
  [
    '<input type=checkbox name=a><input type=checkbox name=b checked><input type=checkbox name=c value=3 checked>',
    'b=on&c=3',
  ],
  ['<input type=radio name=a value=1><input type=radio name=a value=2 checked>', 'a=2'],
  ['<select name=a><option disabled>x<option>y<option value=z>Z</select>', 'a=y'],
  ['<select name=a><option>x<option selected> y  y </select>', 'a=y+y'],
  ['<select name=a><option>x<option selected disabled>y</select><input name=b>', 'b='],
  ['<select name=a><option selected>x<option selected disabled>y</select><input name=b>', 'b='],
  ['<select name=a multiple><option selected disabled>x<option selected>y</select>', 'a=y'],
  ['<select name=a><optgroup disabled><option>x</optgroup><option>y</select>', 'a=y'],
  ['<select name=a size=2><option>x<option>y</select><input name=b>', 'b='],
  ['<input type=hidden name=_charset_><input type=hidden name=_Charset_ value=x>', '_charset_=UTF-8&_Charset_=UTF-8'],
  ['<input name=_charset_>', '_charset_='],
  [
    '<select name=a multiple><option selected>x<option>y<option selected>z</select><select name=b multiple></select>',
    'a=x&a=z',
  ],
  ['<textarea name=a>\none\ntwo</textarea>', 'a=one%0D%0Atwo'],
  ['<input name=a disabled><fieldset disabled><legend><input name=b></legend><input name=c></fieldset>', 'b='],
  ['<input name=a readonly value=1><input type=button name=b value=1><input type=reset name=c>', 'a=1'],
  ['<datalist><input name=a></datalist><template><input name=b></template><input name=c>', 'c='],
  [
    '<button name=a value=1 type=button>x</button><button name=a value=2>y</button><button name=a value=3>z</button>',
    'a=2',
  ],
  ['<input name=a value=1><input type=submit name=go value="Go on">', 'a=1&go=Go+on'],
])('the fields %s are sent as %s', async (fields, expected) => {
  expect(await sent(`<form method=post action=/to>${fields}</form>`)).toBe(`POST /to ${expected}`.trim())
})

test('what the visitor enters replaces what the page has', async () => {
  const form = `<form method=post action=/to><input name=a value=1><input type=hidden name=b value=2>
    <input type=checkbox name=c checked><input type=checkbox name=d value=x><input type=checkbox name=d value=y>
    <input type=radio name=e value=1 checked><input type=radio name=e value=2>
    <select name=f><option>1<option>2</select><select name=g multiple><option selected>1<option>2<option>3</select>
    <textarea name=h></textarea><input name=i><input name=i></form>`
  const entries = { a: 'ü', c: false, d: ['y'], e: '2', f: 2, g: ['2', '3'], h: 'a\nb', i: ['one', 'two'] }
  const said = new URLSearchParams((await sent(form, entries)).slice('POST /to '.length))
  expect([...said].map((pair) => pair.join('=')).join(' ')).toBe('a=ü b=2 d=y e=2 f=2 g=2 g=3 h=a\r\nb i=one i=two')
})

test('a form with files is sent as multipart, also without a chosen file', async () => {
  const form =
    '<form method=post action=/to enctype=multipart/form-data><input name=a value=1><input type=file name=b multiple></form>'
  expect(await sent(form)).toBe('a=1&b=')
  const files = [new File(['one'], 'ü.txt'), new File(['two'], 'b.txt')]
  expect(await sent(form, { b: files })).toBe('a=1&b=ü.txt(one)&b=b.txt(two)')
})

test('a form without a method is a GET, whose fields replace the query of its action', async () => {
  expect(await sent('<form action="/to?old=1#x"><input name=q value="a b"></form>')).toBe('GET /to?q=a+b')
})

test('a button may have its own action, method and value; a field outside belongs to the form that it names', async () => {
  const page = `<base href="/in/"><form id=f><input name=a value=1>
    <button>Search</button><button name=do value=drop formaction=drop formmethod=post>Delete</button></form>
    <input name=out form=f value=2>`
  expect(await sent(page, {}, { button: 'Delete' })).toBe('POST /in/drop a=1&do=drop&out=2')
  const visitor = formPage(page)
  await visitor.get('/')
  expect((await visitor.click('Delete')).text).toBe('POST /in/drop a=1&do=drop&out=2')
})

test('a form of a dialog makes no request, which is an error that says so', async () => {
  const page = '<form method=dialog><button>Close</button><button formmethod=post formaction=/to>Save</button></form>'
  await expect(sent(page)).rejects.toThrow('a browser closes its dialog, and makes no request')
  expect(await sent(page, {}, { button: 'Save' })).toBe('POST /to')
  const visitor = formPage('<form method=post><button formmethod=Dialog>Cancel</button></form>')
  await visitor.get('/')
  await expect(visitor.click('Cancel')).rejects.toThrow('makes no request')
})

test('of several forms one is named by its id, action or name', async () => {
  const visitor = formPage('<form id=a action=/1></form><form action=/2 name=b></form><form action="/3?x"></form>')
  for (const [which, expected] of [
    ['#a', 'GET /1'],
    ['b', 'GET /2'],
    ['/2', 'GET /2'],
    ['/3', 'GET /3'],
  ]) {
    await visitor.get('/')
    expect((await visitor.submit(which)).text).toContain(expected)
  }
  await visitor.get('/')
  await expect(visitor.submit()).rejects.toThrow(
    'Expected one form on / (200), which has 3. There is "#a", "b", "/3?x".',
  )
  await expect(visitor.submit('/4')).rejects.toThrow('Expected one form "/4"')
})

test.each<[string, object, string]>([
  ['<input name=email>', { emial: 'a' }, 'The form has no field "emial". Did you mean "email"?'],
  ['<input name=a disabled>', { a: '1' }, 'The field "a" is disabled.'],
  ['<select name=a><option>red<option>green</select>', { a: 'grean' }, 'has no option "grean". Did you mean "green"?'],
  ['<select name=a><optgroup disabled><option>x</optgroup><option>y</select>', { a: 'x' }, 'has no option "x".'],
  ['<input type=radio name=a value=1>', { a: '2' }, 'has no option "2". There is "1".'],
  ['<input name=a>', { a: true }, 'is not a checkbox: enter a text, got true.'],
  ['<input name=a>', { a: new File([], 'x') }, 'takes no file.'],
  ['<input type=file name=a>', { a: 'x.txt' }, 'takes a file: new File([content], name).'],
])('for the field %s, entering %j is an error', async (field, entries, message) => {
  await expect(sent(`<form method=post action=/to>${field}</form>`, entries)).rejects.toThrow(message)
})

test('a button, a link or a page that is not there is an error that says what is there', async () => {
  const visitor = formPage('<a href=/a>News</a><a href=/b>Newsletter</a><form><button>Send</button></form>')
  expect(() => visitor.page).toThrow(VisitorError)
  await visitor.get('/')
  await expect(visitor.submit(undefined, {}, { button: 'Sent' })).rejects.toThrow('Did you mean "Send"?')
  await expect(visitor.click('Imprint')).rejects.toThrow('"News", "Newsletter", "Send"')
  await expect(visitor.click('ews')).rejects.toThrow('2 links and buttons')
  expect((await visitor.click('News')).text).toBe('GET /a')
})

/** An application that answers by a table of redirects. */
function redirecting(statuses: Readonly<Record<string, readonly [number, string]>>, options?: VisitorOptions) {
  const app = new Application()
  app.pipe(async (request) => {
    const found = statuses[request.path]
    if (found) return new Response(null, { status: found[0], headers: { location: found[1] } })
    return text(`${request.method} ${request.path} ${await request.text()} ${request.headers.get('content-type')}`)
  })
  return createVisitor(app, options)
}

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [302, 'PUT', 'PUT'],
  [307, 'POST', 'POST'],
  [308, 'POST', 'POST'],
  [301, 'GET', 'GET'],
])('after a %s, a %s continues as a %s', async (status, method, expected) => {
  const body = method === 'GET' ? null : 'x=1'
  const page = await redirecting({ '/a': [status, 'b#c'] }).request('/a', { method, body })
  expect(page.body.split(' ').slice(0, 3)).toEqual([expected, '/b', expected === 'GET' ? '' : 'x=1'])
  if (expected === 'GET' && method !== 'GET') expect(page.body).toContain('null')
})

test('a redirect to another site is the page, and so is every redirect with the option redirects: 0', async () => {
  const visitor = redirecting({ '/a': [302, 'https://elsewhere.example/'] })
  const page = await visitor.get('/a')
  expect([page.status, page.headers.get('location')]).toEqual([302, 'https://elsewhere.example/'])
  expect((await redirecting({ '/a': [302, '/b'] }, { redirects: 0 }).get('/a')).status).toBe(302)
  await expect(visitor.get('https://elsewhere.example/')).rejects.toThrow('is on another site')
})

test('a circle of redirects is an error', async () => {
  await expect(redirecting({ '/a': [302, '/a'] }).get('/a')).rejects.toThrow('leads to more than 20 redirects')
})

test('cookies are kept by the rules of browsers: secure, path, removal', async () => {
  const app = new Application()
  app.pipe((request) => {
    const response = json(request.headers.get('cookie'))
    if (request.path === '/set') {
      for (const cookie of ['a=1; Secure', 'b=2; Path=/in', '__Host-c=3; Path=/in', 'd=4; Domain=other.example']) {
        response.headers.append('set-cookie', cookie)
      }
    }
    if (request.path === '/drop') response.headers.append('set-cookie', 'a=; Max-Age=0')
    return response
  })
  const visitor = createVisitor(app)
  await visitor.get('/set')
  expect([(await visitor.get('/')).json(), (await visitor.get('/in')).json()]).toEqual(['a=1', 'b=2; a=1'])
  await visitor.get('/drop')
  expect((await visitor.get('/')).json()).toBe(null)
  const plain = createVisitor(app, { origin: 'http://www.site.example' })
  await plain.get('/set')
  expect(await plain.cookies('/in')).toEqual({ b: '2' })
})

test('a request has the headers of a browser, and those of the options', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.any('/{rest:.*}', ({ headers }) => {
    const names = ['sec-fetch-site', 'origin', 'referer', 'accept-language']
    return html(`<form method=post action=/b><p>${names.map((name) => headers.get(name)).join()}`)
  })
  const visitor = createVisitor(app, { headers: { 'accept-language': 'de' } })
  expect((await visitor.get('/a')).text).toBe('none,,,de')
  expect((await visitor.submit()).text).toBe('same-origin,https://www.site.example,https://www.site.example/a,de')
})

test('a page is requested as a navigation, and request() and open() do so as a script', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.any('/', ({ headers }) => text(`${headers.get('sec-fetch-mode')} ${headers.get('accept')?.slice(0, 9)}`))
  const visitor = createVisitor(app)
  expect([(await visitor.get('/')).body, (await visitor.post('/')).body]).toEqual(Array(2).fill('navigate text/html'))
  expect([(await visitor.request('/')).body, await (await visitor.open('/')).text()]).toEqual(Array(2).fill('cors */*'))
})

test('the text of a page is what a visitor sees', async () => {
  const visitor = formPage(`<head><title>T</title><style>x</style></head><h1>Notes</h1><p>one<b>two</b>
    &amp; three</p><script>bad()</script><ul><li>a<li>b</ul>`)
  expect((await visitor.get('/')).text).toBe('Notes onetwo & three a b')
})

test('a response that goes on is read by open(), and is an error as a page', async () => {
  const app = new Application()
  app.pipe(() => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([65])) })))
  const visitor = createVisitor(app, { timeout: 0.05 })
  await expect(visitor.get('/')).rejects.toThrow('took longer than 0.05 s. For a response that goes on, call open().')
  const reader = (await visitor.open('/')).body?.getReader()
  expect((await reader?.read())?.value).toEqual(new Uint8Array([65]))
  await reader?.cancel()
})

test('a function is visited too, such as fetch for a server that runs', async () => {
  const app = site()
  const server = await app.run({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${server.address?.port}`
  const visitor = createVisitor(fetch, { origin })
  expect((await visitor.get('/')).text).toBe('Stranger')
  await server.close()
})

test('a wrong option is refused', () => {
  expect(() => createVisitor(site(), { origin: 'site.example' })).toThrow('"origin" must be an origin such as')
  expect(() => createVisitor(site(), { redirect: 3 } as VisitorOptions)).toThrow('Did you mean "redirects"?')
})

test('a request as a script makes it leaves the visitor on the page, whose form is still there', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.get('/notes/', () => html('<form method="post" action="save"><input name="a"></form>'))
  app.get('/notes/data', () => json({ a: 1 }))
  app.get('/moved', () => redirect('/notes/data'))
  app.post('/notes/save', () => html('saved'))
  const visitor = createVisitor(app)
  await visitor.request('/moved')
  expect(() => visitor.page).toThrow("The visitor has no page yet. Write await visitor.get('/').")
  const page = await visitor.get('/notes/')
  const asked = [await visitor.request('data'), await visitor.request('/moved'), await visitor.request('/missing')]
  expect(asked.map(({ path, status }) => [path, status])).toEqual([
    ['/notes/data', 200],
    ['/notes/data', 200],
    ['/missing', 404],
  ])
  expect(visitor.page).toBe(page)
  expect((await visitor.submit(undefined, { a: '1' })).text).toBe('saved')
})

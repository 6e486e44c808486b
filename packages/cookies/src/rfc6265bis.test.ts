import { Application, text } from '@app/core'
import { CookieJar as Browser } from 'tough-cookie'
import { expect, test } from 'vitest'
import { COOKIES, type CookieOptions, cookies } from './index.ts'

type Setting = readonly [name: string, value: string, options?: CookieOptions | undefined]

/** Sets a cookie, and returns the header `Set-Cookie` of the response, or the error of the jar. */
async function setCookie([name, value, options]: Setting): Promise<string> {
  let header = ''
  const app = new Application({ onError: (error) => (header = String(error)) }).pipe(cookies()).pipe((request) => {
    request.attribute(COOKIES).set(name, value, options)
    return text('x')
  })
  const [cookie] = (await app.request('/')).headers.getSetCookie()
  return cookie ?? header
}

async function read(cookie: string): Promise<Record<string, string | undefined>> {
  const app = new Application().pipe(cookies()).pipe((request) => {
    const jar = request.attribute(COOKIES)
    return Response.json(jar.names.map((name) => [name, jar.get(name)]))
  })
  const pairs = (await (await app.request('/', { headers: { cookie } })).json()) as [string, string][]
  return Object.fromEntries(pairs)
}

const URL = 'https://www.site.example/some/page'

const KEPT: readonly Setting[] = [
  ['plain', 'value'],
  ['empty', ''],
  ['bytes', "!#$%&'()*+-./:<=>?@[]^_`{|}~"],
  ['separators', 'a;b,c"d\\e f'],
  ['control', 'a\r\nset-cookie: x=y\u0000\t'],
  ['unicode', 'größe \u{1f36a}'],
  ['percent', '%41%zz'],
  ['equals', 'a=b=c'],
  ['quoted', '"x"'],
  ["!#$%&'*+-.^_`|~", 'all characters of a token'],
  ['__Host-id', 'x'],
  ['__Secure-id', 'x', { domain: 'site.example' }],
  ['__Http-id', 'x'],
  ['__Host-Http-id', 'x'],
  ['days', 'x', { maxAge: 86_400 }],
  ['date', 'x', { expires: new Date(Date.now() + 86_400_000) }],
  ['strict', 'x', { sameSite: 'strict' }],
  ['none', 'x', { sameSite: 'none', partitioned: true }],
  ['path', 'x', { path: '/some' }],
]

test.each(KEPT.map((setting) => ({ setting })))(
  'a browser sends the cookie $setting.0 back with the value that was set',
  async ({ setting }) => {
    const [name, value] = setting
    const browser = new Browser(null, { prefixSecurity: 'strict' })
    await browser.setCookie(await setCookie(setting), URL)
    expect(await read(await browser.getCookieString(URL))).toEqual({ [name]: value })
  },
)

test.each<[Setting, string]>([
  [['', 'x'], 'a name has letters, digits and'],
  [['a b', 'x'], 'a name has letters'],
  [['a;b', 'x'], 'a name has letters'],
  [['a=b', 'x'], 'a name has letters'],
  [['a\nb', 'x'], 'a name has letters'],
  [['a,b', 'x'], 'a name has letters'],
  [['ü', 'x'], 'a name has letters'],
  [['__Host-id', 'x', { path: '/some' }], 'browsers refuse __host- with another path than "/".'],
  [['__Host-id', 'x', { domain: 'site.example' }], 'browsers refuse __host- with a domain.'],
  [['__Host-id', 'x', { secure: false }], 'browsers refuse __host- without secure: true.'],
  [['__HOST-id', 'x', { secure: false }], 'browsers refuse __host- without secure: true.'],
  [['__Secure-id', 'x', { secure: false }], 'browsers refuse __secure- without secure: true.'],
  [['__Http-id', 'x', { httpOnly: false }], 'browsers refuse __http- without httpOnly: true.'],
  [['__Host-Http-id', 'x', { httpOnly: false }], 'browsers refuse __host-http- without httpOnly: true.'],
  [['id', 'x', { sameSite: 'none', secure: false }], 'sameSite: "none" without secure: true.'],
  [['id', 'x', { partitioned: true, secure: false }], 'partitioned without secure: true.'],
  [['id', 'x', { path: '/a;b' }], 'its path cannot be written into a header.'],
  [['id', 'x', { path: '/a\nb' }], 'its path cannot be written into a header.'],
  [['id', 'x', { domain: 'a b' }], 'its domain cannot be written into a header.'],
  [['id', 'x', { maxAge: 0.5 }], 'its maxAge cannot be written into a header.'],
  [['id', 'x', { expires: new Date(Number.NaN) }], 'its expires cannot be written into a header.'],
  [['id', 'x', { sameSite: 'loose' as 'lax' }], 'its sameSite cannot be written into a header.'],
  [['id', 'x', { path: `/${'a'.repeat(1024)}` }], 'browsers ignore a path of more than 1024 bytes.'],
  [['id', 'x'.repeat(4095)], 'its name and value have 4097 bytes, and browsers keep 4096 at most.'],
  [['id', ';'.repeat(1365)], 'its name and value have 4097 bytes'],
  [['id', 7 as unknown as string], 'its value must be a string, got number.'],
])('jar.set throws for the cookie %o, which browsers would refuse or no header can hold', async (setting, message) => {
  const error = await setCookie(setting)
  expect(error).toContain('UsageError: The cookie ')
  expect(error).toContain(message)
  expect(error).not.toContain('xxxx')
})

test('a browser keeps a cookie with 4096 bytes of name and value', async () => {
  const browser = new Browser()
  await browser.setCookie(await setCookie(['id', 'x'.repeat(4094)]), URL)
  expect((await read(await browser.getCookieString(URL))).id?.length).toBe(4094)
})

test('jar.delete makes a browser forget a cookie, and, with the options domain and path, a cookie that was set with these', async () => {
  const app = new Application().pipe(cookies()).pipe((request) => {
    const jar = request.attribute(COOKIES)
    jar.delete('__Host-id')
    jar.delete('wide', { domain: 'site.example', path: '/some' })
    return text('x')
  })
  const browser = new Browser(null, { prefixSecurity: 'strict' })
  await browser.setCookie('__Host-id=x; Secure; Path=/', URL)
  await browser.setCookie('wide=x; Domain=site.example; Path=/some', URL)
  for (const header of (await app.request('/')).headers.getSetCookie()) await browser.setCookie(header, URL)
  expect(await browser.getCookieString(URL)).toBe('')
})

test.each<[string, Record<string, string>]>([
  ['a=b; c=d', { a: 'b', c: 'd' }],
  ['a=b;c=d', { a: 'b', c: 'd' }],
  [' a = b ;\tc\t=\td ', { a: 'b', c: 'd' }],
  ['a=first; a=second', { a: 'first' }],
  ['a=', { a: '' }],
  ['a', {}],
  [';;; a=b;;', { a: 'b' }],
  ['=b', { '': 'b' }],
  ['a=b=c', { a: 'b=c' }],
  ['a="b c"', { a: '"b c"' }],
  ['a=%zz; b=%41', { a: '%zz', b: 'A' }],
  ['a=b, c=d', { a: 'b, c=d' }],
  ['A=1; a=2', { A: '1', a: '2' }],
  ['$Version=1; a=b', { $Version: '1', a: 'b' }],
])('the jar reads the header Cookie %o as the cookies %j', async (header, expected) => {
  expect(await read(header)).toEqual(expected)
})

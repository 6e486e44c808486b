import { COOKIES, CookieError, type CookieJar, cookies } from '@app/cookies'
import { sealerOf } from '@app/cookies/internal'
import { Application, json, type Middleware } from '@app/core'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

const SECRET = 'a secret of at least thirty-two characters'
const sealer = sealerOf([SECRET])
let use: (jar: CookieJar) => unknown = () => undefined
const handler: Middleware = async (request) => json((await use(request.attribute(COOKIES) as CookieJar)) ?? null)
const app = new Application().pipe(cookies({ secret: SECRET, secure: true })).pipe(handler)

/**
 * The first line of the text is a header `Cookie`, the second the name of a cookie to be set, and the rest its value.
 * The header is read by the rules of RFC 6265bis for servers, and no content of the header causes an error. A cookie
 * that is set plain, signed or sealed is either read back with its value, or refused by a `CookieError`, but only for
 * its name or its length; the header that sets it is one line. Only the sealed value itself can be opened, and only
 * under its name.
 */
export const target: Target = {
  seeds: [
    'a=1; b=2\nname\nvalue',
    'a=%20%C3%A9; a=2; =x; y; z="q"\n__Host-id\n\u00e9\u{1f600};,"',
    '\nx\n',
    'a==;b;; c = d \n__proto__\nx=y; Path=/',
  ],
  words: [
    '=',
    ';',
    '; ',
    ',',
    '"',
    '%',
    '%3B',
    '%00',
    '%E9',
    ' ',
    '\t',
    '\n',
    'a=',
    'b=1',
    '; Path=/',
    '__Host-',
    '__Secure-',
    '__Http-',
  ],
  check: async (input) => {
    const [header = '', name = '', ...lines] = input.split('\n')
    const value = lines.join('\n')
    if (/^[\x20-\x7e\x80-\xff]*$/.test(header)) equal(await readAll(header), Object.entries(defined(header)))
    const kinds = [{}, { signed: true }, { sealed: true }] as const
    const set = await Promise.all(kinds.map((options) => setCookie(name, value, options)))
    for (const [i, line] of set.entries()) {
      if (line === undefined) continue
      equal([/^[\x21-\x7e]+=[\x21-\x7e]*; [\x20-\x7e]+$/.test(line), line.split(';').length], [true, 5])
      const pair = line.slice(0, line.indexOf(';'))
      equal(await get(pair, name, i), value.toWellFormed())
      for (const other of [1, 2].filter((one) => one !== i)) equal(await get(pair, name, other), null)
    }
    const sealed = await sealer.seal(name, value)
    equal((await sealer.open(name, sealed))?.text, value.toWellFormed())
    const changed = [value, `${sealed}A`, sealed.slice(1), `B${sealed}`, sealed.toLowerCase(), sealed.slice(0, -1)]
    for (const one of changed) equal(one !== sealed && (await sealer.open(name, one)) !== undefined, false)
    equal(await sealer.open(`${name}!`, sealed), undefined)
  },
}

async function asked(header: string, what: typeof use): Promise<Response> {
  use = what
  return app.request('/', { headers: { cookie: header } }) as unknown as Promise<Response>
}

async function readAll(header: string): Promise<unknown> {
  const answer = await asked(header, (jar) => jar.names.flatMap((name) => (name === '' ? [] : [[name, jar.get(name)]])))
  return answer.json()
}

async function get(header: string, name: string, kind: number): Promise<unknown> {
  const answer = await asked(header, (jar) =>
    kind === 0 ? jar.get(name) : kind === 1 ? jar.getSigned(name) : jar.getSealed(name),
  )
  return answer.json()
}

/**
 * A length in UTF-16 units. A value below this length fits into the limit of browsers even if it is encoded and sealed.
 */
const LONG = 300
/** A token of at most 40 characters, which is always accepted as a name. Source: RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,40}$/

/** The header that sets a cookie; `undefined` if the cookie is refused. */
async function setCookie(name: string, value: string, options: object): Promise<string | undefined> {
  let isRefused = false
  const answer = await asked('', (jar) => {
    try {
      jar.set(name, value, options)
    } catch (error) {
      if (!(error instanceof CookieError)) throw error
      equal(value.length < LONG && TOKEN.test(name), false)
      isRefused = true
    }
  })
  // Signing or sealing may make a long value too long for a browser; then the response is a 500.
  if (isRefused || (value.length >= LONG && answer.status === 500)) return undefined
  equal(answer.status, 200)
  return answer.headers.getSetCookie()[0] ?? ''
}

/**
 * Reads a header `Cookie`. Of several cookies with the same name the first counts, and a cookie without a name is
 * ignored. Source: RFC 6265bis section 4.2.
 */
function defined(header: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at === -1) continue
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)].map((text) =>
      text.replace(/^[ \t]+|[ \t]+$/g, ''),
    ) as [string, string]
    if (name !== '' && !(name in found)) found[name] = decoded(value)
  }
  return found
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

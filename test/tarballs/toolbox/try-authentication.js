import {
  authentication,
  basicAuthenticator,
  bearerAuthenticator,
  IDENTITY,
  logIn,
  logOut,
  sessionAuthenticator,
} from '@app/authentication'
import { Application, text } from '@app/core'
import { session } from '@app/session'

const SECRET = 'toolbox'.repeat(5)

/** Logs in by a password, by a token and by a session. A wrong password and a wrong token are refused with 401. */
export async function tryAuthentication() {
  const users = [{ id: 'ada', password: 'wonder' }]
  const authenticators = [
    bearerAuthenticator({ secret: SECRET, issuer: 'us', audience: 'us' }),
    basicAuthenticator({ users }),
    sessionAuthenticator(),
  ]
  const app = new Application({ onError: () => undefined })
  app
    .pipe(session({ secret: SECRET }))
    .pipe(authentication({ authenticators }))
    .pipe((request) => {
      if (request.path === '/in') logIn(request, { id: 'eve' })
      if (request.path === '/out') logOut(request)
      return text(request.attribute(IDENTITY)?.id ?? 'nobody')
    })
  let cookie = ''
  const ask = async (path, authorization) => {
    const headers = { cookie, ...(authorization && { authorization }) }
    const answer = await app.fetch(new Request(`https://localhost${path}`, { headers }))
    const [set = cookie] = answer.headers.getSetCookie()
    cookie = set.split(';')[0]
    return answer.ok ? answer.text() : `${answer.status} ${answer.headers.get('www-authenticate')}`
  }
  const exp = Math.floor(Date.now() / 1000) + 60
  return [
    await ask('/', `Basic ${btoa('ada:wonder')}`),
    await ask('/', `Basic ${btoa('ada:wrong')}`),
    await ask('/', `Bearer ${await signed({ iss: 'us', aud: 'us', sub: 'bob', exp })}`),
    await ask('/', `Bearer ${await signed({ iss: 'us', aud: 'them', sub: 'bob', exp })}`),
    ...[await ask('/in'), await ask('/'), await ask('/out'), await ask('/')],
  ]
}

async function signed(claims) {
  const encode = (text) => btoa(text).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '')
  const data = `${encode('{"alg":"HS256"}')}.${encode(JSON.stringify(claims))}`
  const bytes = (text) => new TextEncoder().encode(text)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(SECRET), hmac, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(data)))
  return `${data}.${encode(String.fromCharCode(...signature))}`
}

import {
  apiKeyAuthenticator,
  authentication,
  basicAuthenticator,
  bearerAuthenticator,
  createApiKey,
  IDENTITY,
  logIn,
  logOut,
  onceLinks,
  sessionAuthenticator,
} from '@app/authentication'
import { Application, text } from '@app/core'
import { session } from '@app/session'
import { trySecondFactor } from './try-second-factor.js'

const SECRET = 'toolbox'.repeat(5)

/**
 * Logs in by a password, by a token, by a session and by an API key. A wrong password, a wrong token and a shortened key
 * are refused with 401. Then uses a link twice, and adds a second factor.
 */
export async function tryAuthentication() {
  const users = [{ id: 'ada', password: 'wonder' }]
  const { key, digest } = await createApiKey({ prefix: 'acme' })
  const authenticators = [
    apiKeyAuthenticator({ prefix: 'acme', find: (given) => (given === digest ? { id: 'robot' } : undefined) }),
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
    ...[await ask('/', `Bearer ${key}`), await ask('/', `Bearer ${key.slice(0, -1)}`)],
    ...(await tryLinks()),
    ...(await trySecondFactor()),
  ]
}

async function tryLinks() {
  const open = new Set()
  const store = { add: (digest) => open.add(digest), take: (digest) => open.delete(digest) }
  const links = onceLinks({ secret: SECRET, purposes: { join: 60, leave: 60 }, store })
  const token = await links.create({ purpose: 'join', subject: '7', data: { how: 'once' } })
  const { subject, data } = await links.use(token, 'join')
  const [again, other] = [await links.use(token, 'join'), await links.use(token, 'leave')]
  return [`${subject} ${data.how}`, again.reason, other.reason]
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

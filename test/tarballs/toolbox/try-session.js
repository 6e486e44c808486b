import { Application, text } from '@app/core'
import { SESSION, session, sessionKey } from '@app/session'

const USER_ID = sessionKey('user id')

/** Logs in and out, once with the session in a sealed cookie, and once with the session in a store. */
export async function trySession() {
  const items = new Map()
  const store = {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  }
  return [await visit({}), await visit({ store }), items.size]
}

async function visit(options) {
  const app = new Application().pipe(session({ secret: 'toolbox'.repeat(5), ...options })).pipe((request) => {
    const visit = request.attribute(SESSION)
    if (request.path === '/in') {
      visit.regenerate()
      visit.set(USER_ID, 7)
      visit.flash('notice', 'Welcome back.')
    }
    const said = `${visit.get(USER_ID)} ${visit.flashes(request.path === '/in' ? '' : 'notice')}`
    if (request.path === '/out') visit.destroy()
    return text(said)
  })
  let cookie = ''
  const ask = async (path) => {
    const answer = await app.fetch(new Request(`https://localhost${path}`, { headers: { cookie } }))
    const [set = cookie] = answer.headers.getSetCookie()
    cookie = set.split(';')[0]
    return answer.text()
  }
  return [await ask('/'), await ask('/in'), await ask('/'), await ask('/out'), await ask('/'), cookie]
}

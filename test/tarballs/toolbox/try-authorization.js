import { authentication } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { Application, text } from '@app/core'
import { Rou3Router } from '@app/router-rou3'

/** Requests each route as a stranger, as a user without roles, and as an editor. */
export async function tryAuthorization() {
  const users = { bob: { id: 'bob' }, ada: { id: 'ada', roles: ['editor'] } }
  const byName = { authenticate: ({ headers }) => users[headers.get('x-user')], challenge: () => 'Name' }
  const inner = new Application({ router: new Rou3Router() })
  inner.get('/edit', () => text('x')).set(REQUIRES, { roles: ['editor'] })
  inner.get('/of/{id}', () => text('x')).set(REQUIRES, { allow: ({ id }, params) => id === params.id })
  inner.get('/forgotten', () => text('x'))
  const app = new Application({ router: new Rou3Router(), onError: () => undefined })
  app
    .pipe(authentication({ authenticators: [byName] }))
    .pipe(authorization())
    .pipe('/notes', inner)
  app.get('/', () => text('x')).set(REQUIRES, 'public')
  const ask = async (path, user, asked = app) => {
    const answer = await asked.fetch(new Request(`https://localhost${path}`, { headers: { 'x-user': user } }))
    return answer.status
  }
  const all = async (path, asked) =>
    [await ask(path, '', asked), await ask(path, 'bob', asked), await ask(path, 'ada', asked)].join(' ')
  const paths = ['/', '/notes/edit', '/notes/of/bob', '/notes/forgotten', '/notes/nothing']
  const named = permitted(byName)
  return Promise.all([...paths.map((path) => all(path)), all('/note', named), all('/other', named)])
}

/** An application in which editors inherit the permission of readers for one of two routes. */
function permitted(byName) {
  const roles = { editor: ['reader'] }
  const app = new Application({ router: new Rou3Router(), onError: () => undefined })
  app
    .pipe(authentication({ authenticators: [byName] }))
    .pipe(authorization({ roles, permissions: { reader: ['note.*'] } }))
  app.get('/note', () => text('x'), 'note.show')
  app.get('/other', () => text('x'), 'other')
  return app
}

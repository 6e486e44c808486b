import { authentication, type Identity } from '@app/authentication'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { type AuthorizationOptions, authorization, REQUIRES, type Requirement } from './index.ts'

const PEOPLE: Record<string, Identity> = {
  reader: { id: '1', roles: ['reader'] },
  editor: { id: '2', roles: ['editor'] },
  admin: { id: '3', roles: ['admin'] },
  other: { id: '4', roles: ['stranger'] },
  plain: { id: '5' },
}

const byRole = {
  authenticate: ({ headers }: { headers: Headers }) => PEOPLE[headers.get('x-user') ?? ''],
  challenge: () => 'Name',
}

const roles = { admin: ['editor'], editor: ['reader'] }
const permissions = { reader: ['note.list', 'note.show'], editor: ['note.*'] }

/** Makes an application whose routes have these names, each at the path of its name. */
function guarded(options: AuthorizationOptions, routes: Record<string, Requirement | undefined>): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(authentication({ authenticators: [byRole] })).pipe(authorization(options))
  for (const [name, requirement] of Object.entries(routes)) {
    const route = app.get(`/${name}`, () => text(name), name)
    if (requirement !== undefined) route.set(REQUIRES, requirement)
  }
  return app
}

/** Returns the names of those whom a route admits; `nobody` is a visitor who has not logged in. */
async function admitted(app: Application, route: string): Promise<string> {
  const names = ['nobody', ...Object.keys(PEOPLE)]
  const answers = names.map(
    async (name) => (await app.request(`/${route}`, { headers: { 'x-user': name } })).ok && name,
  )
  return (await Promise.all(answers)).filter(Boolean).join(' ')
}

test('a role passes where its parents pass, and those of its parents', async () => {
  const app = guarded(
    { roles: { ...roles, reader: [] } },
    { read: { roles: ['reader'] }, edit: { roles: ['editor'] }, rule: { roles: ['admin'] } },
  )
  expect(await Promise.all(['read', 'edit', 'rule'].map((name) => admitted(app, name)))).toEqual([
    'reader editor admin',
    'editor admin',
    'admin',
  ])
})

test('a role that "roles" does not have admits nobody, and without "roles" it admits whoever has it', async () => {
  const routes: Record<string, Requirement> = { page: { roles: ['stranger'] } }
  expect(await admitted(guarded({ roles: { admin: [] } }, routes), 'page')).toBe('')
  expect(await admitted(guarded({}, routes), 'page')).toBe('other')
})

test('a permission admits its role and the roles that inherit from it, by the name of the route or its beginning', async () => {
  const app = guarded(
    { roles, permissions },
    { 'note.list': undefined, 'note.edit': undefined, notes: undefined, 'team.list': undefined },
  )
  expect(await admitted(app, 'note.list')).toBe('reader editor admin')
  expect(await admitted(app, 'note.edit')).toBe('editor admin')
  expect([await admitted(app, 'notes'), await admitted(app, 'team.list')]).toEqual(['', ''])
})

test('permissions without "roles" admit exactly the roles that they name, and "*" names all routes', async () => {
  const app = guarded({ permissions: { reader: ['a'], admin: ['*'] } }, { a: undefined, b: undefined })
  expect([await admitted(app, 'a'), await admitted(app, 'b')]).toEqual(['reader admin', 'admin'])
})

test('a requirement and a permission both have to admit, and a route that is not public needs a permission', async () => {
  const only = (id: string): Requirement => ({ allow: (identity) => identity.id === id })
  const app = guarded(
    { roles, permissions },
    {
      'note.list': { roles: ['admin'] },
      'note.show': only('2'),
      'note.edit': only('1'),
      account: 'authenticated',
    },
  )
  const seen = await Promise.all(['note.list', 'note.show', 'note.edit', 'account'].map((name) => admitted(app, name)))
  expect(seen).toEqual(['admin', 'editor', '', ''])
})

test('a public route needs no permission, unless a permission names it', async () => {
  const app = guarded({ roles, permissions }, { home: 'public', 'note.list': 'public' })
  expect([await admitted(app, 'home'), await admitted(app, 'note.list')]).toEqual([
    'nobody reader editor admin other plain',
    'reader editor admin',
  ])
})

test('"otherwise" opens no route that has no permission, except if it is public', async () => {
  const open = (otherwise: AuthorizationOptions['otherwise']) =>
    admitted(guarded({ permissions, otherwise }, { page: undefined }), 'page')
  expect([await open('denied'), await open('authenticated'), await open('public')]).toEqual([
    '',
    '',
    'nobody reader editor admin other plain',
  ])
})

test('with "hide", Allow names only the methods that the permissions of the visitor reach', async () => {
  const app = guarded({ permissions: { reader: ['show'], editor: ['show', 'edit'] }, hide: true }, {})
  app.get('/note', () => text('a'), 'show')
  app.put('/note', () => text('b'), 'edit')
  const allow = async (name: string) => {
    const { status, headers } = await app.request('/note', { method: 'DELETE', headers: { 'x-user': name } })
    return `${status} ${headers.get('allow')}`
  }
  expect(await allow('editor')).toBe('405 GET, PUT')
  expect(await allow('reader')).toBe('405 GET')
  expect(await allow('other')).toBe('404 null')
})

test('roles and permissions named like members of every object are ordinary names', async () => {
  const app = guarded(
    { roles: { constructor: [] }, permissions: { constructor: ['toString'] } },
    { toString: undefined },
  )
  expect(await admitted(app, 'toString')).toBe('')
})

test.each<[string, AuthorizationOptions, RegExp]>([
  ['a circle', { roles: { a: ['b'], b: ['c'], c: ['b'] } }, /the role "b" inherits from itself: b → c → b/],
  ['a role that is its own parent', { roles: { a: ['a'] } }, /"a" inherits from itself: a → a/],
  [
    'a misspelt parent',
    { roles: { admin: ['editr'], editor: [] } },
    /the role "admin" has the unknown parent "editr"\. Did you mean "editor"\?/,
  ],
  ['an unknown parent', { roles: { admin: ['reader'] } }, /unknown parent "reader"\. Write "reader": \[\]/],
  [
    'permissions of a role that "roles" does not name',
    { roles: { editor: [] }, permissions: { editr: ['a'] } },
    /the role "editr" has permissions, but "roles" does not name it\. Did you mean "editor"\?/,
  ],
  [
    'a misspelt role in "otherwise"',
    { roles: { editor: [] }, otherwise: { roles: ['editor', 'editr'] } },
    /"otherwise" requires the role "editr", which the option "roles" does not have\. Did you mean "editor"\?/,
  ],
  ['a star inside', { permissions: { a: ['note.*.edit'] } }, /permission "note\.\*\.edit"\. A star stands at the end/],
  [
    'a star after a part of a word',
    { permissions: { a: ['note*'] } },
    /A star stands at the end, alone or after a dot/,
  ],
  [
    'a list of roles',
    { roles: ['admin'] as never },
    /"roles" must be a map of roles, each with the list of its parents/,
  ],
  ['one permission without a list', { permissions: { a: 'note' } as never }, /"permissions" must be a map of roles/],
])('authorization() refuses %s', (_what, options, message) => {
  expect(() => authorization(options)).toThrow(expect.objectContaining({ code: 'APP_OPTION' }))
  expect(() => authorization(options)).toThrow(message)
})

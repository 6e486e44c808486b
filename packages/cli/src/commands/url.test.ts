import { expect, test } from 'vitest'
import { appInCode, project, run, runJson } from '../project.test.helper.ts'

const APP = appInCode(`
const inside = new Application({ router: new FindMyWayRouter() })
inside.get('/users/{id}', () => text(''), 'user')
inside.get('/twice', () => text(''), 'note')
app.pipe('/admin', inside)
app.get('/notes/{id:\\\\d+}[/{page}]', () => text(''), 'note')
app.get('/files/{path...}', () => text(''), 'file')
app.get('/', () => text(''))`)

test.each([
  [['note', 'id=7'], '/notes/7'],
  [['note', 'id=7', 'page=a b'], '/notes/7/a%20b'],
  [['file', 'path=a/b=c'], '/files/a/b=c'],
  [['user', 'id=ü'], '/admin/users/%C3%BC'],
  [['/^GET'], '/'],
])('app url %j prints %s', async (args, path) => {
  expect(await run(project({ 'app.ts': APP }), ['url', ...args])).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' })
})

test('app url --json prints the name, the methods and the path of the route', async () => {
  const answer = await runJson(project({ 'app.ts': APP }), ['url', 'note', 'id=7'])
  expect(answer).toEqual({ name: 'note', methods: ['GET'], path: '/notes/7' })
})

test.each([
  [['note'], 1, /\{id\} is missing\. It must match \\d\+\.\nWrite app url note id=… \[page=…\]\.\n$/],
  [['note', 'id=x'], 1, /\{id\} does not fit, got "x"\. It must match \\d\+\.\nWrite app url note/],
  [['note', 'id=7', 'pge=2'], 2, /^Route note, \/notes\/\S+, has no param "pge"\. It takes id, page\.$/m],
  [['note', '7'], 2, /^"7" is not a param with a value\. Write a param and its value like id=7\.$/m],
  [['note', 'id=7', 'id=8'], 2, /^The param "id" has two values\. Write one of them\.$/m],
  [['ntoe'], 1, /^No route is named "ntoe"\. Did you mean note\?$/m],
  [['zzzzzz'], 1, /^No route is named "zzzzzz"\. app routes lists the names\.$/m],
  [[], 2, /missing required argument 'name'/],
])('app url %j prints an error, and ends with exit code %i', async (args, code, message) => {
  const ended = await run(project({ 'app.ts': APP }), ['url', ...args])
  expect([ended.code, ended.stdout]).toEqual([code, ''])
  expect(ended.stderr).toMatch(message)
})

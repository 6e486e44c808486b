import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appInCode, EXAMPLES, project, run, write } from '../project.test.helper.ts'

const guards = `
function signedIn(request, handler) { return handler(request) }
function counted(request, handler) { return handler(request) }
`
const before = {
  'app.ts': appInCode(`${guards}
app.pipe(signedIn)
app.get('/users/{id}', [counted, () => text('')], 'user')
app.get('/about', () => text(''))`),
}

async function locked(files: Readonly<Record<string, string | object>>): Promise<string> {
  const root = project(files)
  expect(await run(root, ['routes', '--lock'])).toMatchObject({ code: 0, stderr: '' })
  return root
}

/** Makes a project with the files `after` and the routes.lock.json of a project with the files `before`. */
async function changed(after: Readonly<Record<string, string | object>>): Promise<string> {
  const lock = readFileSync(join(await locked(before), 'routes.lock.json'), 'utf8')
  return project({ ...after, 'routes.lock.json': lock })
}

test('app routes --lock writes the routes to routes.lock.json, and app check then finds no problem', async () => {
  const root = await locked(before)
  expect(readFileSync(join(root, 'routes.lock.json'), 'utf8')).toBe(`{
  "routes": {
    "GET /about": {
      "guards": [
        "signedIn"
      ]
    },
    "GET /users/{id}": {
      "name": "user",
      "params": {
        "id": ""
      },
      "guards": [
        "signedIn",
        "counted"
      ]
    }
  }
}
`)
  expect(await run(root, ['check'])).toMatchObject({ code: 0 })
})

test('app check reports changed routes until they are locked anew, and app check --changeset describes the changes in a file', async () => {
  const root = await changed({
    'package.json': { name: '@acme/shop', type: 'module' },
    'app.ts': appInCode(`${guards}
app.pipe(signedIn)
app.get('/users/{id:\\\\d+}', [counted, () => text('')], 'user')
app.get('/new', () => text(''))`),
  })
  const { code, stdout, stderr } = await run(root, ['check', '--changeset'])
  expect(code).toBe(1)
  expect(
    stdout,
  ).toBe(`- routes.lock.json: the routes have changed since it was written (major). Take the change back; or write a changeset, app check --changeset, and lock the routes anew, app routes --lock.
  major  GET /about: gone
  major  GET /users/{id:\\d+}: {id} takes \\d+ alone now
  minor  GET /new: new
1 problem found.
`)
  const [file = ''] = readdirSync(join(root, '.changeset'))
  expect(stderr).toBe(`Wrote .changeset/${file}.\n`)
  expect(readFileSync(join(root, '.changeset', file), 'utf8')).toBe(`---
'@acme/shop': major
---

What changed of the routes:

- \`GET /about\`: gone
- \`GET /users/{id:\\d+}\`: {id} takes \\d+ alone now
- \`GET /new\`: new
`)
  expect(await run(root, ['routes', '--lock'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^major {2}GET \/about: gone\n(?:.*\n)*Wrote routes\.lock\.json: 2 routes\.\n$/),
  })
  expect(await run(root, ['check', '--changeset'])).toMatchObject({
    code: 0,
    stderr: 'No changes of routes are known, so no changeset was written.\n',
  })
})

test('app check ends with exit code 0 for an added route, and says how to lock it', async () => {
  const root = await changed({ 'app.ts': `${before['app.ts']}\napp.get('/new', () => text(''))\n` })
  expect(await run(root, ['check'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^All is well: .*\nNot in routes\.lock\.json yet; app routes --lock writes them down:\n {2}minor {2}GET \/new: new\n$/,
    ),
  })
  expect(await run(root, ['check', '--changeset'])).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Wrote /) })
})

test('app check and app routes --lock end with exit code 1 if a route has lost a guard, until routes.lock.json no longer names the guard', async () => {
  const root = await changed({
    'app.ts': appInCode(`${guards}
app.get('/users/{id}', [counted, () => text('')], 'user')
app.get('/about', () => text(''))`),
  })
  expect(await run(root, ['check'])).toMatchObject({
    code: 1,
    stdout: `- routes.lock.json: GET /about, GET /users/{id}: no longer guarded by "signedIn". Put the guard back before the route, or delete it from routes.lock.json if you do not want it.
1 problem found.
`,
  })
  expect(await run(root, ['routes', '--lock'])).toMatchObject({
    code: 1,
    stderr: `A route has lost a guard, so nothing was written. Put the guard back before the route, or delete it from routes.lock.json if you do not want it.
GET /about, GET /users/{id}: no longer guarded by "signedIn"
`,
  })
  const file = join(root, 'routes.lock.json')
  write(root, { 'routes.lock.json': readFileSync(file, 'utf8').replace(/\n +"signedIn",?/g, '') })
  expect(await run(root, ['routes', '--lock'])).toMatchObject({ code: 0 })
})

test('app check compares the schemas of endpoints with those in routes.lock.json, by the rules of @app/openapi', async () => {
  const source = (body: string) =>
    appInCode(`app.route(implement(endpoint({ method: 'POST', path: '/notes', body: z.object({ ${body} }), responses: { 204: null } }), () => undefined))
app.get('/about', () => text(''))`).replace(
      '\n',
      `
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import * as z from 'zod'
`,
    )
  const linked = (body: string, packages: readonly string[], files: Readonly<Record<string, string>> = {}) => {
    const root = project({ 'package.json': { type: 'module' }, 'app.ts': source(body), ...files })
    const link = (target: string, name: string) => {
      const path = join(root, '../node_modules', name)
      if (!existsSync(path)) symlinkSync(join(EXAMPLES, target), path)
    }
    for (const name of packages) link(`../packages/${name}`, `@app/${name}`)
    link('noticeboard/node_modules/zod', 'zod')
    return root
  }
  const first = linked('title: z.string()', ['endpoint', 'openapi'])
  expect(await run(first, ['routes', '--lock'])).toMatchObject({ code: 0, stderr: '' })
  const lock = readFileSync(join(first, 'routes.lock.json'), 'utf8')
  const sizes = async (body: string, packages = ['endpoint', 'openapi']) => {
    const { stdout } = await run(linked(body, packages, { 'routes.lock.json': lock }), ['check'])
    return stdout.split('\n').filter((line) => /^ {2}/.test(line))
  }
  expect(await sizes('title: z.string()')).toEqual([])
  expect(await sizes('title: z.string(), text: z.string()')).toEqual([
    '  major  POST /notes: body.text: new and required',
  ])
  expect(await sizes('title: z.string(), text: z.string().optional()')).toEqual([
    '  minor  POST /notes: body.text: new',
  ])
  expect(await sizes('title: z.string()', ['endpoint'])).toEqual([
    '  major  endpoints: not compared, since @app/openapi is no longer installed',
  ])
})

test('app check reports a routes.lock.json that is not JSON, and finds no problem if there is no such file', async () => {
  const root = project({ ...before, 'routes.lock.json': '{' })
  expect((await run(root, ['check'])).stdout).toMatch(
    /^- routes\.lock\.json cannot be read: .*\. Delete it, and write it anew: app routes --lock\.$/m,
  )
  const other = project(before)
  expect(await run(other, ['check'])).toMatchObject({ code: 0 })
  expect(existsSync(join(other, 'routes.lock.json'))).toBe(false)
})

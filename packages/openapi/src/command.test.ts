import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { command } from './command.ts'
import { openApi } from './index.ts'

const PING = endpoint({ method: 'GET', path: '/ping', responses: { 200: z.object({ at: z.string() }) } })

function application(more: readonly string[] = []): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  app.route(implement(PING, () => ({ at: 'now' })))
  for (const path of more) app.get(path, () => new Response())
  return app
}

/** Makes a folder for an application, and a function that runs the command in the folder. */
function folder() {
  const root = mkdtempSync(join(tmpdir(), 'openapi-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'package.json'), '{ "name": "acme-notes", "version": "2.3.4" }')
  const file = join(root, 'openapi.json')
  const run = async (app: Application, options: Parameters<typeof command.run>[0]['options'], ...args: string[]) => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const code = await command.run({ application: app, root, args, options, print, printError: print })
    return { code, text: lines.join('\n') }
  }
  return { root, file, run }
}

test('app openapi prints the document, with name and version of the package', async () => {
  const { code, text } = await folder().run(application(), {})
  expect(code).toBe(0)
  expect(JSON.parse(text)).toMatchObject({ info: { title: 'acme-notes', version: '2.3.4' }, paths: { '/ping': {} } })
})

test('app openapi prints the document that the application itself serves, if it serves one', async () => {
  const app = application()
  app.get('/openapi.json', openApi(app, { title: 'Notes', version: '9.0.0' }))
  const { text } = await folder().run(app, {})
  expect(JSON.parse(text)).toEqual(await (await app.request('/openapi.json')).json())
})

test('app openapi --check finds no change in a document that was just written', async () => {
  const { file, run } = folder()
  expect(await run(application(), { out: file })).toEqual({ code: 0, text: '' })
  expect(await run(application(), { check: file })).toEqual({ code: 0, text: `${file} is up to date.` })
})

test('app openapi --check lists the changes with their sizes, and --changeset writes the changeset', async () => {
  const { root, file, run } = folder()
  await run(application(['/old']), { out: file })
  const { code, text } = await run(application(['/new']), { check: file, changeset: true })
  expect(code).toBe(1)
  expect(text).toContain('major  GET /old is gone\nminor  GET /new is new\nAll together: major.')
  const [changeset = ''] = readdirSync(join(root, '.changeset'))
  expect(readFileSync(join(root, '.changeset', changeset), 'utf8')).toBe(
    "---\n'acme-notes': major\n---\n\nWhat changed for clients:\n\n- GET /old is gone\n- GET /new is new\n",
  )
  const asJson = await run(application(['/new']), { check: file, json: true })
  expect(JSON.parse(asJson.text)).toMatchObject({ isSame: false, size: 'major', changes: [{}, {}] })
})

test('app openapi ends with the exit code 2 after wrong arguments, and says what to write', async () => {
  const { root, file, run } = folder()
  expect((await run(application(), { changeset: true })).code).toBe(2)
  expect(await run(application(), { check: file })).toMatchObject({ code: 2, text: expect.stringContaining('--out') })
  expect((await run(application(), { check: join(root, 'package.json') })).text).toContain('it has no "paths"')
})

test.each(['write', 'diff', 'check', 'openapi.json'])(
  'app openapi %s is refused, and the error names what there is',
  async (action) => {
    const { code, text } = await folder().run(application(), {}, action)
    expect(code).toBe(2)
    expect(text).toContain(`app openapi has no action ${action}. To print the document, write app openapi;`)
    for (const said of ['--out openapi.json', '--check openapi.json', 'The only action is import:'])
      expect(text).toContain(said)
  },
)

test('app openapi import without a document says how to write it', async () => {
  expect(await folder().run(application(), {}, 'import')).toEqual({
    code: 2,
    text: 'app openapi import needs a document: app openapi import petstore.yaml --out src/petstore.ts',
  })
})

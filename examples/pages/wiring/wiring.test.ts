import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, ROUTER_SERVICE } from '@app/core'
import { configProvider as problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import config from './config.ts'
import { command } from './import-notes.ts'
import inCode from './in-code.ts'
import { Notes } from './notes.ts'

async function configured(): Promise<Application> {
  const router: Config = { dependencies: { services: { [ROUTER_SERVICE]: new FindMyWayRouter() } } }
  const resolved = await resolveConfig(defineConfig([core, problemDetails, router as never, config]), { env: {} })
  return createContainer(resolved).get(Application.SERVICE)
}

test.each([
  ['configuration', configured],
  ['code', async () => inCode],
])('a function and a class with inject stand in routes themselves, in %s', async (_where, build) => {
  const app = await build()
  await app.check()
  expect(await (await app.request('/notes')).json()).toEqual(['Buy tea'])
  expect(await (await app.request('/notes/1')).text()).toBe('Buy tea')
})

test('a guard with a list of paths stands before all of them', async () => {
  const app = await configured()
  const statuses = ['/admin/x', '/reseller', '/admin/x?key', '/resellers'].map(
    async (path) => (await app.request(path)).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 401, 404, 404])
})

test('an error has the problem of its class', async () => {
  const response = await (await configured()).request('/notes/7')
  expect([response.status, await response.json()]).toEqual([
    404,
    { type: 'https://acme.example/problems/note', title: 'There is no such note', status: 404 },
  ])
})

test('the command adds the notes of a file, and only counts them with --dry-run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'notes.txt'), 'Water the plants\nCall Ada\n')
  const notes = new Notes()
  const lines: string[] = []
  const run = (options: object) =>
    command.run(
      {
        application: inCode,
        root: folder,
        args: [join(folder, 'notes.txt')],
        options: { ...options },
        print: (line) => void lines.push(line),
        printError: () => undefined,
      },
      notes,
    )
  expect(await run({ dryRun: true })).toBe(0)
  expect(notes.all()).toEqual(['Buy tea'])
  expect(await run({})).toBe(0)
  expect(notes.all()).toEqual(['Buy tea', 'Water the plants', 'Call Ada'])
  expect(lines).toEqual(['2 notes', '2 notes'])
})

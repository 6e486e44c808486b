import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, text } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { configProvider, type Entry, JOURNAL } from './index.ts'

const answer = { middleware_pipeline: { answer: { middleware: () => text('Hello!') } } }

async function build(env: Readonly<Record<string, string>>, overrides: Readonly<Record<string, unknown>> = {}) {
  const config = await resolveConfig(defineConfig([core, configProvider, answer]), { env })
  return createContainer(config, { overrides }).get(Application.SERVICE)
}

test('a request that may change something is recorded, and a request that reads is not', async () => {
  const entries: Entry[] = []
  const app = await build({}, { [JOURNAL]: { write: (entry: Entry) => entries.push(entry) } })
  await app.request('/')
  await app.request('/things', { method: 'POST' })
  expect(entries).toEqual([
    { time: expect.any(String), who: null, method: 'POST', path: '/things', route: null, status: 200, request: null },
  ])
})

test('entries are written as lines into the file that the variable AUDIT_FILE names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'deep/audit.jsonl')
  const app = await build({ AUDIT_FILE: file })
  for (const path of ['/one', '/two']) await app.request(path, { method: 'DELETE' })
  const paths = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Entry).path)
  expect(paths).toEqual(['/one', '/two'])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from '@app/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drawTable, expectOnPage } from '../tables-of-pages.ts'
import { ANSWERS } from './answers.ts'
import { BODIES } from './bodies.ts'
import { HEADS } from './heads.ts'
import app from './program.ts'
import { cookiesOf, type Row } from './row.ts'
import { VISITORS } from './visitors.ts'

const ROWS: readonly Row[] = [...HEADS, ...BODIES, ...VISITORS, ...ANSWERS]

describe.each(ROWS.map((row) => [row.name, row] as const))('%s', (_name, { start, seen, expected }) => {
  test('the middleware has the expected effect over a socket', async () => {
    const { app, close } = await start()
    const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      await server.close({ grace: 0 })
      await close?.()
    })
    const origin = `http://127.0.0.1:${server.address?.port}`
    expect(await seen((path, init) => fetch(origin + path, { redirect: 'manual', ...init }))).toEqual(expected)
  })

  test('the middleware has the expected effect without a socket', async () => {
    const { app, close } = await start()
    onTestFinished(async () => void (await close?.()))
    expect(await seen((path, init) => app.request(path, init))).toEqual(expected)
  })
})

test('the program of docs/with-other-libraries.md counts visits in a session, and sends the headers of helmet', async () => {
  const first = await app.request('/')
  const second = await app.request('/', { headers: { cookie: cookiesOf(first) } })
  expect([await first.text(), await second.text(), second.headers.has('content-security-policy')]).toEqual([
    'Visit 1',
    'Visit 2',
    true,
  ])
  expect(await (await app.request('/old/users/7')).json()).toEqual({ id: '7' })
})

const ROOT = join(import.meta.dirname, '../../..')

/** `TABLES=write` prints the table and writes it into docs/with-other-libraries.md: `TABLES=write pnpm exec vitest run test/programs/express-middleware`. */
test('docs/with-other-libraries.md has a row for each package that was tried, with its version', () => {
  const rows = ROWS.map(({ name: folder, code }) => {
    // The manifest has the name on npm also for a package that is installed under an alias.
    const manifest = readFileSync(join(ROOT, 'test/node_modules', folder, 'package.json'), 'utf8')
    const { name, version } = JSON.parse(manifest) as { name: string; version: string }
    return [name, version, `\`${code}\``]
  }).sort()
  expectOnPage('with-other-libraries.md', 'middleware', drawTable([['package', 'version', 'what was run'], ...rows]))
})

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'
import { Outside } from './workspace.ts'

const outside = new Outside(inject('tarballs'))
const bin = (path: string) => join(outside.folder, 'node_modules', path)

beforeAll(() => {
  outside.add(
    ...['@app/core', '@app/router', '@app/router-find-my-way', '@app/endpoint', '@app/event-stream', '@app/openapi'],
    ...['@app/cli', '@app/config', '@app/problem-details', 'zod'],
    ...['openapi-typescript@7', 'openapi-fetch@0', 'typescript@5', '@types/node@24'],
  )
  cpSync(join(import.meta.dirname, 'foreign-client'), outside.folder, { recursive: true })
})
afterAll(() => outside.delete())

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: outside.folder })
  expect([code, stderr, code === 0 ? '' : stdout]).toEqual([0, '', ''])
  return stdout
}

test('a client that openapi-typescript generates from the document of app openapi compiles, and gets answers', async () => {
  writeFileSync(join(outside.folder, 'openapi.json'), await printed(bin('@app/cli/dist/main.js'), 'openapi'))
  const cli = bin('openapi-typescript/bin/cli.js')
  const generated = await runCommand(process.execPath, [cli, 'openapi.json', '-o', 'api.d.ts'], { cwd: outside.folder })
  expect(generated.code).toBe(0)

  // The client also has two calls that contradict the document, each marked as an expected error of the compiler.
  expect(await printed(bin('typescript/bin/tsc'), '-p', '.')).toBe('')
  expect(JSON.parse(await printed('client.ts'))).toEqual([
    [201, 1, 'Tea'],
    [409, 'The title is taken.'],
    [422, ['page']],
    [1, 'Tea'],
  ])
  expect(await printed(bin('@app/cli/dist/main.js'), 'openapi', '--check', 'openapi.json')).toContain('is up to date')
})

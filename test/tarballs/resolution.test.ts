import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { expect, inject, test } from 'vitest'
import { run } from '../../tools/run.ts'

const FOLDER = join(import.meta.dirname, '..')
const ATTW = join(FOLDER, 'node_modules/@arethetypeswrong/cli/dist/index.js')

test.each(inject('tarballs'))('publint finds nothing to say about $name', async ({ path }) => {
  const tarball = new Uint8Array(readFileSync(path)).buffer
  expect((await publint({ pack: { tarball } })).messages).toEqual([])
})

test.each(inject('tarballs'))('the types of $name are found by node and by bundlers', ({ path }) => {
  const args = [ATTW, path, '--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii']
  expect(run(process.execPath, args, { cwd: FOLDER }).stdout).toContain('node16 (from ESM)')
})

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, '../../packages/create/dist/main.js')

/** A node of this machine that runs the command, but no TypeScript as it is. */
const older = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find(
    (node) =>
      existsSync(node) &&
      execFileSync(node, ['-p', 'process.features.typescript ?? ""'], { encoding: 'utf8' }).trim() === '',
  )

describe.skipIf(older === undefined)('on a node that does not run TypeScript (skipped where PATH has none)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'app-older-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('the built command writes an application that brings its own node', () => {
    execFileSync(older ?? '', [MAIN, 'shop', '--yes', '--no-install'], { cwd: folder, stdio: 'pipe' })
    const manifest = JSON.parse(readFileSync(join(folder, 'shop/package.json'), 'utf8'))
    expect(manifest.devDependencies.node).toBe('^24.0.0')
  })
})

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { run } from '../../tools/run.ts'
import { Outside, ROOT } from './workspace.ts'

const tarballs = inject('tarballs')
const FILES = join(import.meta.dirname, 'other-team')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const ATTW = join(ROOT, 'test/node_modules/@arethetypeswrong/cli/dist/index.js')

describe('a package of another team, built as docs/publishing-packages.md says', () => {
  const outside = new Outside(tarballs)
  const folder = join(outside.folder, 'audit')
  const tarball = join(folder, 'acme-audit-1.0.0.tgz')
  afterAll(() => outside.delete())

  beforeAll(() => {
    cpSync(join(FILES, 'application'), outside.folder, { recursive: true })
    cpSync(join(ROOT, 'examples/platform/packages/audit/src'), join(folder, 'src'), { recursive: true })
    cpSync(join(FILES, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    // The manifest requires version 1.0.0 of our packages; here it has to require the version of the tarballs.
    const version = tarballs.find(({ name }) => name === '@app/core')?.manifest.version
    const manifest = readFileSync(join(FILES, 'package.json'), 'utf8').replaceAll('^1.0.0', `^${version}`)
    writeFileSync(join(folder, 'package.json'), manifest)
    outside.add('@app/core', '@app/router', '@app/router-find-my-way', '@app/config', '@app/container-factory')
    run(process.execPath, [TSC, '-p', '.', '--typeRoots', join(ROOT, 'node_modules/@types')], { cwd: folder })
    run('npm', ['pack', '--ignore-scripts'], { cwd: folder })
  })

  test('publint and attw find nothing wrong with the tarball of the package', async () => {
    const packed = new Uint8Array(readFileSync(tarball)).buffer
    expect((await publint({ pack: { tarball: packed } })).messages).toEqual([])
    const args = [ATTW, tarball, '--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii']
    expect(run(process.execPath, args, { cwd: folder }).stdout).toContain('node16 (from ESM)')
  })

  test('one line of configuration adds the middleware of the package to an application', () => {
    outside.add(tarball)
    expect(outside.node('main.js')).toBe('GET / 200\n')
  })
})

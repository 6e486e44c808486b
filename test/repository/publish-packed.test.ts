import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../tools/new-folder.ts'
import { clearBuilt } from '../../tools/release/clear-built.ts'
import { runCommand } from '../programs/run-program.ts'

const PROGRAM = join(import.meta.dirname, '../../tools/release/publish-packed.js')

test('a tarball that differs from the packed one is refused before anything is published', async () => {
  const folder = newFolder('packed')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'packages'))
  writeFileSync(join(folder, 'packages/a.tgz'), 'something else')
  const tarball = { path: 'packages/a.tgz', integrity: 'sha256-AAAA' }
  const release = { kind: 'publish', name: '@app/a', version: '1.0.0', access: 'public', tag: 'latest', tarball }
  writeFileSync(join(folder, 'publish-plan.json'), JSON.stringify({ version: 1, plan: [[release]] }))
  const { code, stdout, stderr } = await runCommand(process.execPath, [PROGRAM, folder], { cwd: folder })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('packages/a.tgz is not the tarball that was packed.')
})

test('files of an earlier build are removed before packages are built to be packed', () => {
  const folder = newFolder('built')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of ['packages/a/src/index.ts', 'packages/a/dist/gone.js', 'packages/b/dist/inside/gone.js']) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  clearBuilt(folder)
  expect(globSync('packages/*/*/**', { cwd: folder }).sort()).toEqual(['packages/a/src', 'packages/a/src/index.ts'])
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(scripts['release:pack']).toMatch(/^node tools\/release\/clear-built\.ts && pnpm build && changeset pack /)
})

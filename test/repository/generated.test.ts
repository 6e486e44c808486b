import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiReports } from '../../tools/api/api-report.ts'
import { oldFiles } from '../../tools/generated.ts'
import { newFolder } from '../../tools/new-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

test('generated files are up to date with their sources', () => {
  expect(
    oldFiles(ROOT).map(({ path }) => path),
    'Run pnpm fix.',
  ).toEqual([])
})

test('an API report describes the current sources, not built files', () => {
  const root = newFolder('api-reports')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, 'packages/x', path, '..'), { recursive: true })
    writeFileSync(join(root, 'packages/x', path), text)
  }
  const door = { types: './dist/index.d.ts', default: './dist/index.js' }
  write('package.json', JSON.stringify({ name: '@app/x', publishConfig: { exports: { '.': door } } }))
  write('src/index.ts', "export { now } from './now.ts'\n")
  write('src/now.ts', 'export const now: string = "now"\n')
  write('dist/index.d.ts', 'export declare const before: string;\n')
  copyFileSync(join(ROOT, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const [{ text } = { text: '' }] = apiReports(root)
  expect(text).toContain('const now: string;')
  expect(text).not.toContain('before')
})

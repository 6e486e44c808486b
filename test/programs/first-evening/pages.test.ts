import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followPage, stepsOf } from '../../../tools/rehearsal/follow-page.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * The pages whose steps are followed here with linked packages; `pnpm rehearse` installs the packages from a registry
 * instead.
 */
const PAGES = [
  { page: 'README.md', title: 'The first program', files: ['app.js', 'main.js', 'site.js', 'site.test.js'] },
  { page: 'docs/getting-started.md', title: undefined, files: ['app.ts', 'main.ts', 'app.test.ts'] },
]

test.each(PAGES)('the steps of $page work, and print the output on that page', async ({ page, title, files }) => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(ROOT, 'test/node_modules'), join(folder, 'node_modules'))
  const steps = stepsOf(join(ROOT, page), title).filter(
    (step) => step.kind === 'write' || !/^npm (?:create|install|rm)/.test(step.command),
  )
  expect(steps.flatMap((step) => (step.kind === 'write' ? [step.file] : []))).toEqual(files)
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV|VITEST|npm_)/.test(name)),
  )
  await followPage(steps, folder, env)
  expect(files.every((file) => existsSync(join(folder, file)))).toBe(true)
})

test('the program in README.md is the program that tests run on Workers, Bun and Deno', () => {
  const [readme, edge] = ['examples/first/app.js', 'test/programs/edge/app.ts'].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  )
  expect(readme).toBe(edge)
})

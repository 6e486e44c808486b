import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './workspace.ts'

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))
const jobsOf = (text: string) => text.split(/^ {2}(?=[\w-]+:$)/m).slice(1)

describe.each(workflows)('$path', ({ text }) => {
  test('installs what the lockfile says, and nothing else', () => {
    const installs = text.match(/^.*\b(?:pnpm@12|pnpm|npm) (?:install|i|ci|add)\b.*$/gm) ?? []
    expect(installs.length).toBeGreaterThan(0)
    expect(installs.filter((line) => !line.endsWith('run: npx -y pnpm@12 install --frozen-lockfile'))).toEqual([])
  })

  test('may write nothing unless a job says so', () => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n\n/m)
  })

  test('takes only actions of a named major version', () => {
    const actions = text.match(/uses: .*/g) ?? []
    expect(actions.filter((action) => !/^uses: (actions|changesets)\/[\w-]+@v\d+$/.test(action))).toEqual([])
  })
})

test('one job may publish, with provenance and without an action but those of the platform', () => {
  const publishing = workflows.flatMap(({ text }) => jobsOf(text)).filter((job) => job.includes('id-token: write'))
  expect(publishing).toHaveLength(1)
  expect(publishing[0]).toContain('PNPM_CONFIG_PROVENANCE: "true"')
  expect(publishing[0]).not.toMatch(/uses: (?!actions\/)|secrets\./)
})

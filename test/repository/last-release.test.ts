import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportChanges, unannounced } from '../../tools/api/api-changes.ts'
import { isReleaseCommit, lastRelease } from '../../tools/compatibility/last-release.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'

const ROOT = join(import.meta.dirname, '../..')
const release = lastRelease(ROOT)

test.skipIf('none' in release)(
  `new and removed exports are announced by changesets${'none' in release ? ` (${release.none})` : ''}`,
  () => {
    expect('commit' in release && unannounced(ROOT, release.commit)).toEqual([])
  },
)

const root = newFolder('last-release')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: readonly string[]) =>
  run('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
  }).stdout.trim()
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const versioned = (version: string) =>
  write('packages/x/package.json', `${JSON.stringify({ name: '@acme/x', version }, undefined, 2)}\n`)
const exporting = (...names: readonly string[]) =>
  write('packages/x/api.md', report(names.map((name) => `function ${name}(): void;`).join('\n\n')))
const report = (code: string) => `# @acme/x\n\n## @acme/x\n\n\`\`\`ts\n${code}\n\`\`\`\n`
const commit = (message: string) => {
  git('add', '-A')
  git('commit', '--allow-empty', '-qm', message)
  return git('rev-parse', 'HEAD')
}
let first: string

beforeAll(() => {
  git('init', '-q')
  versioned('0.0.0')
  exporting('a', 'b')
  commit('Begin')
})

// The following tests are the history of a repository, and run in this order.
test('while all versions are 0.0.0, nothing is released', () => {
  expect(lastRelease(root)).toEqual({ none: 'nothing is released yet' })
})

test('the commit of the first release has no release before it', () => {
  versioned('1.0.0')
  first = commit('Release')
  expect(lastRelease(root)).toEqual({ none: 'this is the first release' })
  expect(isReleaseCommit(root)).toBe(true)
})

test('after a release, the commit that raised the versions is the last release, without any tag', () => {
  write('packages/y/package.json', '{\n  "name": "@acme/y",\n  "version": "0.0.0"\n}\n')
  commit('Add a package')
  expect(lastRelease(root)).toEqual({ commit: first })
})

test('a removed export requires a major, and a new one a minor', () => {
  exporting('a', 'c')
  const lines = () => unannounced(root, first)
  const gone = "@acme/x: b is gone: write a changeset with '@acme/x': major"
  const isNew = "@acme/x: c is new: write a changeset with '@acme/x': minor"
  expect(lines()).toEqual([gone, isNew])
  write('.changeset/new.md', "---\n'@acme/x': minor\n---\n\nSomething.\n")
  expect(lines()).toEqual([gone])
  write('.changeset/new.md', "---\n'@acme/x': major\n---\n\nSomething.\n")
  expect(lines()).toEqual([])
})

test('once versions are raised, they announce the changes, also on the commit of the release', () => {
  rmSync(join(root, '.changeset/new.md'))
  versioned('1.1.0')
  commit('Release')
  expect(lastRelease(root)).toEqual({ commit: first })
  expect(unannounced(root, first)).toHaveLength(1)
  versioned('2.0.0')
  expect(unannounced(root, first)).toEqual([])
})

test('a changed declaration of the same name counts as neither new nor removed', () => {
  expect(exportChanges(report('function a(x: 1): void;'), report('function a(x: 2): void;'))).toEqual([])
})

test('the door /internal promises nothing', () => {
  const internal = '# @acme/x\n\n## @acme/x/internal\n\n```ts\nfunction a(): void;\n```\n'
  expect(exportChanges(internal, internal.replace('function a', 'function b'))).toEqual([])
})

test('below 1.0.0, a removed export requires a minor, and a new one a patch', () => {
  const [before, after] = ['0.1.0', '0.1.1']
  versioned(before)
  exporting('a', 'b')
  const early = commit('Release')
  exporting('a', 'c')
  const [gone, isNew] = [
    "@acme/x: b is gone: write a changeset with '@acme/x': minor",
    "@acme/x: c is new: write a changeset with '@acme/x': patch",
  ]
  expect(unannounced(root, early)).toEqual([gone, isNew])
  versioned(after)
  expect(unannounced(root, early)).toEqual([gone])
  versioned('0.2.0')
  expect(unannounced(root, early)).toEqual([])
})

test.for([1, 2])('a clone with %i commits fails in CI, and says elsewhere how to get the history', (depth) => {
  commit('After the release')
  const clone = join(root, `clone-${depth}`)
  run('git', ['clone', '-q', `--depth=${depth}`, `file://${root}`, clone], { cwd: root })
  expect(() => lastRelease(clone, { CI: 'true' })).toThrow('check out with fetch-depth: 0')
  expect(lastRelease(clone, {})).toEqual({ none: 'this clone has no history; get it by git fetch --unshallow' })
})

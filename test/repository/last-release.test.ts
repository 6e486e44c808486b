import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastRelease } from '../../tools/compatibility/last-release.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'

let root: string
const git = (...args: readonly string[]) =>
  run('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
  })
const commit = (message: string) => {
  git('commit', '--allow-empty', '-qm', message)
  return git('rev-parse', 'HEAD').stdout.trim()
}
const nameFirst = (name: string) => {
  mkdirSync(join(root, 'tools/compatibility'), { recursive: true })
  writeFileSync(join(root, 'tools/compatibility/first-release.json'), JSON.stringify({ commit: name }))
}

beforeEach(() => {
  root = newFolder('last-release')
  git('init', '-q')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('before the first tag, the last release is the commit that first-release.json names', () => {
  const first = commit('one')
  commit('two')
  nameFirst(first)
  expect(lastRelease(root)).toEqual({ commit: first })
})

test('the newest tag of a package is the last release', () => {
  commit('one')
  git('tag', '@app/core@1.0.0')
  const second = commit('two')
  git('tag', '@app/static@1.0.1')
  commit('three')
  git('tag', 'v7')
  expect(lastRelease(root)).toEqual({ commit: second, tag: '@app/static@1.0.1' })
})

test('the commit of the first release has no release before it, and is itself the last release once it has its tag', () => {
  const first = commit('one')
  nameFirst(first)
  mkdirSync(join(root, 'packages/x'), { recursive: true })
  const versioned = (version: string) =>
    writeFileSync(join(root, 'packages/x/package.json'), JSON.stringify({ name: '@acme/x', version }))
  versioned('0.0.0')
  expect(lastRelease(root)).toEqual({ commit: first })
  versioned('1.0.0')
  const second = commit('two')
  expect(lastRelease(root)).toBeUndefined()
  git('tag', '@acme/x@1.0.0')
  expect(lastRelease(root)).toEqual({ commit: second, tag: '@acme/x@1.0.0' })
})

test('in a clone without history there is no last release', () => {
  commit('all at once')
  nameFirst('0123456789012345678901234567890123456789')
  expect(lastRelease(root)).toBeUndefined()
})

test('if the history lacks the commit of the last release, the error has the name of the file in which that commit stands', () => {
  commit('one')
  commit('two')
  nameFirst('0123456789012345678901234567890123456789')
  expect(() => lastRelease(root)).toThrow(
    'first-release.json names the commit 0123456789012345678901234567890123456789',
  )
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ROOT } from './workspace.ts'

const packages = inject('tarballs').map(({ manifest }) => manifest)
const changesets = globSync('.changeset/*.md', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
const breaking = new Set(
  changesets.flatMap((text) => [...text.matchAll(/^'(.+)': major$/gm)].map(([, name = '']) => name)),
)

test('a changeset names each package that was not released yet', () => {
  const unreleased = packages.filter(({ version }) => version === '0.0.0').map(({ name }) => name)
  expect(unreleased.filter((name) => !breaking.has(name))).toEqual([])
})

test('what needs a package that breaks breaks with it, since it asks for the new major', () => {
  const left = packages.filter(({ name, dependencies, peerDependencies }) => {
    const needed = Object.keys({ ...dependencies, ...peerDependencies })
    return !breaking.has(name) && needed.some((other) => breaking.has(other))
  })
  expect(left.map(({ name }) => name)).toEqual([])
})

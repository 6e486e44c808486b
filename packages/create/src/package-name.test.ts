import { expect, test } from 'vitest'
import { nameOf, refuseName } from './target.ts'

test('the default name of a package is that of its folder, with the scope @acme if the folder above is named @acme', () => {
  expect(nameOf('/projects/my-app')).toBe('my-app')
  expect(nameOf('/projects/@acme/audit')).toBe('@acme/audit')
})

test('package names that npm accepts are accepted, with and without a scope', () => {
  const names = ['a', 'my-app', 'my.app_2', '7', '@acme/audit', '@a-b/c.d']
  expect(names.map(refuseName)).toEqual(names.map(() => undefined))
})

test.each([
  ['My App', 'lower-case letters', '--name my-app'],
  ['.hidden', 'begins with a letter or a digit', '--name hidden'],
  ['Acme/Audit', 'lower-case letters', '--name @acme/audit'],
  ['@acme', '@scope/name', '--name acme'],
  ['@acme/a/b', '@scope/name', '--name @acme/a'],
  ['http', 'taken by Node or npm', '--name my-http'],
  ['con', 'on Windows it is the name of a device', '--name my-con'],
  ['@acme/nul', 'on Windows it is the name of a device', '--name NAME'],
  ['node_modules', 'taken by Node or npm', '--name node-modules'],
  ['a'.repeat(215), 'it has 215 characters', '--name NAME'],
  ['!', 'lower-case letters', '--name NAME'],
  ['', 'lower-case letters', '--name NAME'],
])('the package name "%s" is refused, with the reason and another name', (name, reason, other) => {
  expect(refuseName(name)).toContain(`"${name}" cannot be the name of a package: `)
  expect(refuseName(name)).toContain(reason)
  expect(refuseName(name)?.endsWith(other)).toBe(true)
})

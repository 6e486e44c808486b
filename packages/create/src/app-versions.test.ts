import { expect, test } from 'vitest'
import { appVersions } from './manifest.ts'

test('a release asks for packages of its own major', () => {
  expect(appVersions('2.3.4')).toEqual({ installed: '^2.0.0', peer: '^2.0.0' })
})

test('before the first release it asks for what that will be', () => {
  expect(appVersions('0.0.0')).toEqual({ installed: '^1.0.0', peer: '^1.0.0' })
})

test('a snapshot asks for the packages of the same snapshot, and promises nothing about them', () => {
  const snapshot = '0.0.0-snapshot-20261121080000'
  expect(appVersions(snapshot)).toEqual({ installed: snapshot, peer: '^1.0.0' })
})

test('a tag stands instead of what would be installed', () => {
  expect(appVersions('1.0.0', 'next')).toEqual({ installed: 'next', peer: '^1.0.0' })
  expect(appVersions('1.0.0', '')).toEqual({ installed: '^1.0.0', peer: '^1.0.0' })
})

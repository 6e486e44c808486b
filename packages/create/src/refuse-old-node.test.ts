import { expect, test } from 'vitest'
import { refuseOldNode } from './refuse-old-node.ts'

test('for a version of Node that is too old, the message names the version to install', () => {
  expect(refuseOldNode('18.20.4')).toBe(
    'create-app runs on Node 20.19.2, 22.3 or newer, and this is Node 18.20.4. Install Node 24: https://nodejs.org/en/download',
  )
  const old = ['20.15.1', '20.19.1', '21.7.3', '22.2.0']
  expect(old.map(refuseOldNode)).toEqual(old.map((version) => expect.stringContaining(`this is Node ${version}.`)))
})

test('Node 20.19.2, 22.3 and later versions get no message', () => {
  const fine = ['20.19.2', '20.20.0', '22.3.0', '22.23.3', '23.0.0', '24.21.0', '26.0.0']
  expect(fine.map(refuseOldNode)).toEqual(Array(fine.length).fill(undefined))
})

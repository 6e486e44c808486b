import { expect, test } from 'vitest'
import { refuseOldNode } from './refuse-old-node.ts'

test('for a version of Node below 20.16, the message names the version to install', () => {
  expect(refuseOldNode('18.20.4')).toBe(
    'create-app runs on Node 20.16 or newer, and this is Node 18.20.4. Install Node 24: https://nodejs.org/en/download',
  )
  expect(refuseOldNode('20.15.1')).toContain('this is Node 20.15.1')
})

test('Node 20.16 and later versions get no message', () => {
  expect(['20.16.0', '20.20.2', '22.0.0', '24.21.0', '26.0.0'].map(refuseOldNode)).toEqual(Array(5).fill(undefined))
})

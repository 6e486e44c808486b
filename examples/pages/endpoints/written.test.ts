import { expect, test } from 'vitest'
import { placeOf } from './written.ts'

test('a caller reads the required header of the answer', async () => {
  expect(await placeOf('Tea')).toBe('/lines/1')
})

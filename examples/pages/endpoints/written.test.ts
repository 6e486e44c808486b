import { expect, test } from 'vitest'
import { placeOf } from './written.ts'

test('a caller reads the header that the answer has to have', async () => {
  expect(await placeOf('Tea')).toBe('/lines/1')
})

import { expect, test } from 'vitest'
import { placeOf } from './written.ts'

test('a caller of an endpoint reads the header that its description requires of the response', async () => {
  expect(await placeOf('Tea')).toBe('/lines/1')
})

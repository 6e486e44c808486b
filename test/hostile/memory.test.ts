import { expect, test } from 'vitest'
import { heapGrowth } from './heap-growth.ts'

test('the heap grows by less than half a MiB over a hundred thousand requests (test/hostile/run.ts tries a million)', async () => {
  expect(await heapGrowth('find-my-way', 100_000)).toBeLessThan(0.5 * 1_048_576)
})

import { expect, test } from 'vitest'
import { heapGrowth } from './heap-growth.ts'

test('the heap is flat over a hundred thousand requests; over a million by "pnpm hostile"', async () => {
  expect(await heapGrowth('find-my-way', 100_000)).toBeLessThan(0.5 * 1_048_576)
})

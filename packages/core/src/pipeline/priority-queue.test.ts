import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Priority, PriorityQueue } from '../index.ts'

test('2.6.1: higher priorities run first and negative ones last', () => {
  const queue = new PriorityQueue<string>().insert('late', -10).insert('default').insert('early', 100)
  expect([...queue]).toEqual(['early', 'default', 'late'])
})

test('2.6.2, 2.6.3: equal priorities keep the order of insertion, and 1 is the default', () => {
  const queue = new PriorityQueue<string>().insert('a').insert('b', 1).insert('c').insert('d', 2)
  expect([...queue]).toEqual(['d', 'a', 'b', 'c'])
})

test('2.6: for random values the queue has the order of a stable sort by priority', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 })), (priorities) => {
      const queue = new PriorityQueue<readonly [number, number]>()
      for (const [index, priority] of priorities.entries()) queue.insert([priority, index], priority)
      const order = [...queue]
      for (let i = 1; i < order.length; i++) {
        const [before, at] = [order[i - 1], order[i]] as [readonly [number, number], readonly [number, number]]
        expect(before[0] > at[0] || (before[0] === at[0] && before[1] < at[1])).toBe(true)
      }
      expect(order).toHaveLength(priorities.length)
    }),
  )
})

test('2.6.1: an entry whose priority is not an integer is named in the error', () => {
  const queue = new PriorityQueue<string>()
  for (const priority of ['10', 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, true, 2 ** 53]) {
    expect(() => queue.insert('cors', priority as number, 'middleware_pipeline.cors')).toThrow(
      expect.objectContaining({ code: 'APP_PRIORITY' }),
    )
  }
  expect(() => queue.insert('cors', '10' as never, 'middleware_pipeline.cors')).toThrow(
    'middleware_pipeline.cors: a priority must be an integer such as 1, 1000 or -10, got "10".',
  )
  expect(queue.size).toBe(0)
})

test('2.6: EARLY and BEFORE_ROUTING come before ROUTING, and AFTER_DISPATCH comes after it', () => {
  expect(Priority.EARLY).toBeGreaterThan(Priority.BEFORE_ROUTING)
  expect(Priority.BEFORE_ROUTING).toBeGreaterThan(Priority.ROUTING)
  expect(Priority.ROUTING).toBeGreaterThan(Priority.AFTER_DISPATCH)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContainer, type Factory, type ServiceContainer } from './index.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve))
const requiring =
  (name: string): Factory =>
  (container) => ({ it: container.get(name) })
const awaiting =
  (name: string): Factory =>
  async (container) => {
    await tick()
    return { it: await container.get(name) }
  }

describe('cycles', () => {
  test('the error for a cycle names the services of the cycle, and those whose requests led into it', () => {
    const container = createContainer({
      dependencies: {
        factories: { x: requiring('a'), a: requiring('b'), b: requiring('c'), c: requiring('a') },
      },
    })
    const ask = () => container.get('x')

    expect(ask).toThrow('Services require each other in a ring: a → b → c → a, required by x. Let one of them')
    expect(ask).toThrow(
      expect.objectContaining({ code: 'APP_SERVICE_CYCLE', path: ['x', 'a', 'b', 'c', 'a'] }) as Error,
    )
  })

  test('a service that requires itself directly is refused as a cycle', () => {
    const container = createContainer({ dependencies: { factories: { a: requiring('a') } } })

    expect(container.has('a')).toBe(true)
    expect(() => container.get('a')).toThrow('a ring: a → a.')
  })

  test('a cycle is also found through a class with static inject, through an alias, and between services that are not shared', () => {
    class A {
      static readonly inject = ['toB'] as const
      readonly isA = true
    }
    const container = createContainer({
      dependencies: {
        factories: { a: A, b: requiring('a'), once: requiring('twice'), twice: requiring('once') },
        aliases: { toB: 'b' },
        shared: { once: false, twice: false },
      },
    })

    expect(() => container.get('b')).toThrow('b → a → b')
    expect(() => container.get('once')).toThrow('once → twice → once')
  })

  test('a cycle is found even if factories call get() of the container itself, not of the container that is passed to them', () => {
    const container: ServiceContainer = createContainer({
      dependencies: { factories: { a: () => [container.get('b')], b: () => [container.get('a')] } },
    })

    expect(() => container.get('a')).toThrow('a → b → a')
  })

  test('the error for a cycle of any length is one line of limited length, in which the cycle begins and ends with the same name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (length, start) => {
        const names = Array.from({ length }, (_, at) => `service ${at}`)
        const factories = Object.fromEntries(names.map((name, at) => [name, requiring(`service ${(at + 1) % length}`)]))
        const asked = `service ${start % length}`

        expect(() => createContainer({ dependencies: { factories } }).get(asked)).toThrow(
          expect.objectContaining({
            message: expect.stringMatching(new RegExp(`^.*ring: ${asked} → .{0,220}${asked}\\..{0,90}$`)) as string,
          }) as Error,
        )
      }),
    )
  })

  test('a cycle through promises is an error, not a promise that never settles', async () => {
    const container = createContainer({
      dependencies: { factories: { a: awaiting('b'), b: awaiting('c'), c: awaiting('a') } },
    })

    await expect(container.get('a')).rejects.toThrow('a → b → c → a')
    await expect(container.get('a')).rejects.toMatchObject({ code: 'APP_SERVICE_CYCLE' })
  })

  test('a cycle is found for two services that are made at the same time and wait for each other', async () => {
    const container = createContainer({ dependencies: { factories: { a: awaiting('b'), b: awaiting('a') } } })

    const results = await Promise.allSettled([container.get('a'), container.get('b')])

    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('ring: ') } })
    }
  })

  test('a cycle of synchronous and asynchronous services is found', async () => {
    const container = createContainer({ dependencies: { factories: { a: awaiting('b'), b: requiring('a') } } })

    await expect(container.get('a')).rejects.toThrow('a → b → a')
  })

  test('a service that requests another one only when it is used, not when it is made, is not part of a cycle', () => {
    interface Late {
      other(): unknown
    }
    const container = createContainer({
      dependencies: {
        factories: { a: requiring('b'), b: (container): Late => ({ other: () => container.get('a') }) },
      },
    })
    const a = container.get<{ it: Late }>('a')

    expect(a.it.other()).toBe(a)
  })

  test('a service that is required by two services makes no cycle', async () => {
    const container = createContainer({
      dependencies: {
        factories: {
          top: async (container) => Promise.all([container.get('left'), container.get('right')]),
          left: awaiting('base'),
          right: awaiting('base'),
          base: async () => ({}),
        },
      },
    })
    const [left, right] = await container.get<Promise<{ it: unknown }[]>>('top')

    expect(left?.it).toBe(right?.it)
  })

  test('after the error for a cycle, the container keeps no service of the cycle: the next get makes them again', () => {
    let target = 'a'
    const container = createContainer({
      dependencies: { services: { end: 1 }, factories: { a: requiring('b'), b: (container) => container.get(target) } },
    })
    expect(() => container.get('a')).toThrow('a → b → a')

    target = 'end'

    expect(container.get('a')).toEqual({ it: 1 })
  })
})

import { describe, expect, test } from 'vitest'
import { type AbstractFactory, createContainer } from './index.ts'

const prefixed = (prefix: string): AbstractFactory => ({
  canCreate: (_container, name) => name.startsWith(prefix),
  create: (_container, name) => ({ prefix, name }),
})

describe('abstract factories', () => {
  test('the first abstract factory that accepts a name makes the service of that name, which is shared', () => {
    const container = createContainer({ dependencies: { abstract_factories: [prefixed('A'), prefixed('AB')] } })

    expect(container.get('ABC')).toEqual({ prefix: 'A', name: 'ABC' })
    expect(container.get('ABC')).toBe(container.get('ABC'))
    expect([container.has('Ax'), container.has('Bx')]).toEqual([true, false])
  })

  test('a factory with the requested name takes precedence over abstract factories', () => {
    const container = createContainer({
      dependencies: { abstract_factories: [prefixed('A')], factories: { A: () => 'factory' } },
    })

    expect(container.get('A')).toBe('factory')
  })

  test('abstract factories get a container, from which they can take services', () => {
    const container = createContainer({
      dependencies: {
        services: { names: ['a'] },
        abstract_factories: [
          {
            canCreate: (container, name) => container.get<string[]>('names').includes(name),
            create: (container) => container.get('names'),
          },
        ],
      },
    })

    expect(container.get('a')).toEqual(['a'])
    expect(container.has('b')).toBe(false)
  })

  test('an abstract factory that throws causes an error with the resolution path', () => {
    const container = createContainer({
      dependencies: {
        factories: { outer: (container) => container.get('x') },
        abstract_factories: [{ canCreate: () => expect.fail('no list'), create: () => 1 }],
      },
    })

    expect(() => container.get('outer')).toThrow('Service "x" could not be created (outer → x): no list')
  })

  test('an alias may lead to a service of an abstract factory', () => {
    const container = createContainer({ dependencies: { abstract_factories: [prefixed('A')], aliases: { x: 'A1' } } })

    expect(container.has('x')).toBe(true)
    expect(container.get('x')).toBe(container.get('A1'))
  })
})

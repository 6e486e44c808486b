import { describe, expect, test } from 'vitest'
import { createContainer, type Initializer } from './index.ts'

interface Labelled {
  label: string
}

const label =
  (text: string): Initializer =>
  (_container, _name, service) => {
    ;(service as Labelled).label += text
  }

describe('initializers', () => {
  test('initializers are called in their order with each service that is made, once, after its delegators', () => {
    const container = createContainer({
      dependencies: {
        factories: { a: () => ({ label: 'a' }), b: () => ({ label: 'b' }) },
        delegators: { a: [(_container, _name, create) => ({ label: `d(${create<Labelled>().label})` })] },
        initializers: [label('+1'), label('+2')],
      },
    })

    expect([container.get('a'), container.get('a'), container.get('b')]).toEqual([
      { label: 'd(a)+1+2' },
      { label: 'd(a)+1+2' },
      { label: 'b+1+2' },
    ])
  })

  test('initializers get the container and the name, and cannot replace the service', () => {
    const seen: unknown[] = []
    const container = createContainer({
      dependencies: {
        services: { logger: 'the logger' },
        factories: { a: () => ({ label: 'a' }) },
        initializers: [
          (services, name, service) => {
            seen.push(name, services.get('logger'), service)
            return 'another service'
          },
        ],
      },
    })

    expect(container.get('a')).toEqual({ label: 'a' })
    expect(seen).toEqual(['a', 'the logger', { label: 'a' }])
  })

  test('initializers get the resolved value of a promise, and services of invokables, classes and abstract factories, but no given values', async () => {
    class Plain {
      readonly label = 'plain'
    }
    class Injected {
      static readonly inject = ['plain'] as const
      readonly label = 'injected'
    }
    const container = createContainer({
      dependencies: {
        services: { given: { label: 'given' } },
        invokables: { plain: Plain },
        factories: { later: async () => ({ label: 'later' }) },
        abstract_factories: [{ canCreate: (_container, name) => name === 'x', create: () => ({ label: 'x' }) }],
        initializers: [label('!')],
      },
    })

    expect(await container.get<Promise<Labelled>>('later')).toEqual({ label: 'later!' })
    expect(['plain', 'x', 'given'].map((name) => container.get<Labelled>(name).label)).toEqual([
      'plain!',
      'x!',
      'given',
    ])
    expect(container.get(Injected).label).toBe('injected!')
  })

  test('initializers are not called with null, and the error of an initializer names the service', () => {
    const container = createContainer({
      dependencies: {
        factories: { nothing: () => null, a: () => 'a' },
        initializers: [
          () => {
            throw new Error('not today')
          },
        ],
      },
    })

    expect(container.get('nothing')).toBeNull()
    expect(() => container.get('a')).toThrow(
      expect.objectContaining({ code: 'APP_SERVICE_NOT_CREATED', cause: new Error('not today') }),
    )
  })
})

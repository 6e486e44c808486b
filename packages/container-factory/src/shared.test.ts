import { describe, expect, test } from 'vitest'
import { createContainer } from './index.ts'

const factories = { a: () => ({}), b: () => ({}) }

describe('shared services', () => {
  test('a service that is not shared is made at each get, and a shared service once', () => {
    const container = createContainer({ dependencies: { factories, shared: { a: false } } })

    expect(container.get('a')).not.toBe(container.get('a'))
    expect(container.get('b')).toBe(container.get('b'))
  })

  test('with shared_by_default: false, only the services that shared sets to true are shared', () => {
    const container = createContainer({ dependencies: { factories, shared_by_default: false, shared: { a: true } } })

    expect(container.get('a')).toBe(container.get('a'))
    expect(container.get('b')).not.toBe(container.get('b'))
  })

  test('after its construction, a service that is not shared may request another instance of itself', () => {
    interface Node {
      spawn(): Node
    }
    const container = createContainer({
      dependencies: {
        factories: { node: (container): Node => ({ spawn: () => container.get<Node>('node') }) },
        shared: { node: false },
      },
    })
    const node = container.get<Node>('node')

    expect(node.spawn().spawn()).not.toBe(node)
  })

  test('the key shared must not name an alias or an unknown service', () => {
    expect(() => createContainer({ dependencies: { factories, aliases: { x: 'a' }, shared: { x: false } } })).toThrow(
      'dependencies.shared[\'x\'] is for the alias "x": use the service\'s name, "a".',
    )
    expect(() => createContainer({ dependencies: { factories, shared: { gone: false } } })).toThrow('not registered')
  })
})

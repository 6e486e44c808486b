import { describe, expect, test } from 'vitest'
import { createContainer } from './index.ts'

class Plain {}
const config = {
  dependencies: {
    invokables: { plain: Plain },
    factories: { db: () => 'db', report: (container: { get(name: string): unknown }) => [container.get('db')] },
    aliases: { store: 'db' },
    delegators: { db: [() => 'delegated'] },
  },
}

describe('overrides', () => {
  test('an override replaces the configured service for all services that require it', () => {
    const container = createContainer(config, { overrides: { db: 'fake' } })

    expect(container.get('report')).toEqual(['fake'])
    expect(container.get('store')).toBe('fake')
    expect(createContainer(config).get('report')).toEqual(['delegated'])
  })

  test('an override of an alias does not change its target', () => {
    const container = createContainer(config, { overrides: { store: 'fake' } })

    expect([container.get('store'), container.get('db')]).toEqual(['fake', 'delegated'])
  })

  test('an override of a registered class is also found by the class', () => {
    const fake = new Plain()

    expect(createContainer(config, { overrides: { plain: fake } }).get(Plain)).toBe(fake)
  })

  test('an override may have a new name or the name "config", and may be null, but not undefined', () => {
    const container = createContainer(config, { overrides: { extra: 1, config: { fake: true }, db: null } })

    expect([container.get('extra'), container.get('config'), container.get('db')]).toEqual([1, { fake: true }, null])
    expect(() => createContainer(config, { overrides: { db: undefined } })).toThrow(
      "options.overrides['db'] is undefined: it must be a value.",
    )
  })

  test('a Map of overrides is refused, since its entries are not properties', () => {
    // @ts-expect-error overrides are a plain object, not a Map
    expect(() => createContainer(config, { overrides: new Map([['db', 1]]) })).toThrow('options.overrides is')
  })
})

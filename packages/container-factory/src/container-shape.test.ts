import { asValue, createContainer as createAwilixContainer } from 'awilix'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Class, createContainer, type ServiceContainer, type TypedContainer } from './index.ts'

/** The methods of a container that `@app/core` calls. */
interface Container {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

const service = { is: 'here' }
const read = (container: Container) => [container.has('a'), container.get('a'), container.has('b')]

describe('containers of several libraries', () => {
  test('a container of this package has the shape that the core needs', () => {
    expectTypeOf<ServiceContainer>().toExtend<Container>()
    expectTypeOf<TypedContainer>().toExtend<Container>()
    expect(read(createContainer({ dependencies: { services: { a: service } } }))).toEqual([true, service, false])
  })

  test('a Map has the methods of a container that the core calls', () => {
    expect(read(new Map<unknown, unknown>([['a', service]]))).toEqual([true, service, false])
  })

  test('an awilix container has the shape that the core needs if an adapter of two lines wraps it', () => {
    const awilix = createAwilixContainer().register({ a: asValue(service) })
    const container: Container = {
      has: (name) => typeof name === 'string' && awilix.hasRegistration(name),
      get: (name) => (typeof name === 'string' ? awilix.resolve(name) : awilix.build(name as new () => unknown)),
    }

    expect(read(container)).toEqual([true, service, false])
  })

  test('a handwritten object with has() and get() is a container for the core', () => {
    const services: Record<string, unknown> = { a: service }
    const container: Container = {
      has: (name) => Object.hasOwn(services, String(name)),
      get: (name) => services[String(name)],
    }

    expect(read(container)).toEqual([true, service, false])
  })
})

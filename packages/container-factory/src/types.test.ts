import { describe, expectTypeOf, test } from 'vitest'
import {
  type Class,
  type ContainerConfig,
  createContainer,
  type Delegator,
  type Dependencies,
  type Factory,
  type ServiceName,
  type TypedContainer,
} from './index.ts'

class Db {
  readonly isDb = true
}
class Report {
  readonly db: Db
  constructor(db: Db) {
    this.db = db
  }
}
class Audit {
  static readonly inject = ['acme/db'] as const
  readonly db: Db
  constructor(db: Db) {
    this.db = db
  }
}
const DB: ServiceName<Db> = 'acme/db'
const container: TypedContainer = createContainer({ dependencies: { invokables: { 'acme/db': Db } } })

describe('types of a container', () => {
  test('get with a ServiceName has the type of the service, and the name is still a string', () => {
    expectTypeOf(container.get(DB)).toEqualTypeOf<Db>()
    expectTypeOf(DB).toExtend<string>()
  })

  test('get with a class has the type of its instance', () => {
    expectTypeOf(container.get(Db)).toEqualTypeOf<Db>()
    expectTypeOf<typeof Audit>().toExtend<Class<Audit>>()
  })

  test('get with a plain string has the type that its context expects, else unknown', () => {
    expectTypeOf(new Report(container.get('acme/db'))).toEqualTypeOf<Report>()
    expectTypeOf(container.get('acme/db')).toBeUnknown()
  })

  test('the parameter of a factory that is written in a configuration gets the type of the container', () => {
    createContainer({
      debug: true,
      dependencies: {
        factories: {
          'acme/report': (container) => {
            expectTypeOf(container).toEqualTypeOf<TypedContainer>()
            return new Report(container.get('acme/db'))
          },
        },
        delegators: {
          'acme/report': [
            (container, name, create) => {
              expectTypeOf(container).toEqualTypeOf<TypedContainer>()
              expectTypeOf(name).toBeString()
              return create<Report>()
            },
          ],
        },
      },
    })
  })

  test('createContainer accepts any object as a configuration', () => {
    const loaded: Record<string, unknown> = {}
    interface Settings {
      readonly debug: boolean
    }
    const settings: Settings = { debug: true }

    createContainer(loaded)
    createContainer(settings)
    // @ts-expect-error a string is not a configuration
    const wrong = () => createContainer('config')
    expectTypeOf(wrong).toBeFunction()
  })

  test('a factory is a function that gets the container, a class with static inject, or an object with create', () => {
    expectTypeOf<(container: TypedContainer) => Db>().toExtend<Factory<Db>>()
    expectTypeOf<typeof Audit>().toExtend<Factory<Audit>>()
    expectTypeOf<{ create(container: TypedContainer): Db }>().toExtend<Factory<Db>>()
    expectTypeOf<typeof Report>().not.toExtend<Factory>()
    expectTypeOf<number>().not.toExtend<Factory>()
  })

  test('a delegator may declare the type of the service that create returns', () => {
    expectTypeOf<(container: TypedContainer, name: string, create: () => Db) => Db>().toExtend<Delegator>()
  })

  test('wrong dependencies do not compile', () => {
    // @ts-expect-error a misspelt key
    const misspelt = { factory: {} } satisfies Dependencies
    // @ts-expect-error a class that wants arguments is not an invokable
    const wanting = { invokables: { report: Report } } satisfies Dependencies
    // @ts-expect-error a single delegator is not a list
    const single = { delegators: { db: () => 1 } } satisfies Dependencies
    // @ts-expect-error a number is not a factory
    const number = { dependencies: { factories: { a: 42 } } } satisfies ContainerConfig

    expectTypeOf([misspelt, wanting, single, number]).toBeArray()
  })
})

import { createInjector, type Injector } from 'typed-inject'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Class, createContainer, type ServiceName, services, type TypedContainer } from './index.ts'

class Db {
  readonly rows = ['tea']
}
class Clock {
  readonly now = 7
}
class Notes {
  static readonly inject = ['db', 'clock'] as const
  readonly db: Db
  readonly clock: Clock
  constructor(db: Db, clock: Clock) {
    this.db = db
    this.clock = clock
  }
}
class Report {
  static readonly inject = ['notes', 'title'] as const
  readonly text: string
  constructor(notes: Notes, title: string) {
    this.text = `${title}: ${notes.db.rows.join()} at ${notes.clock.now}`
  }
}

/** The methods of a container that `@app/core` calls. */
interface Container {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

const base = services().provide('db', Db).provide('clock', Clock)

describe('a list of services in code', () => {
  test('each service gets the services that its inject names, and get() returns each service with its type', () => {
    const container = base.provide('notes', Notes).value('title', 'Notes').provide('report', Report).build()

    expect(container.get('report').text).toBe('Notes: tea at 7')
    expect(container.get('notes').db).toBe(container.get('db'))
    expect(container.get(Notes)).toBe(container.get('notes'))
    expectTypeOf(container.get('report')).toEqualTypeOf<Report>()
    expectTypeOf(container.get('title')).toEqualTypeOf<'Notes'>()
    expectTypeOf(container.get(Notes)).toEqualTypeOf<Notes>()
  })

  test('a function without inject gets a container of the earlier services, and a function with inject the services that it names', () => {
    const lines = Object.assign((db: Db, clock: Clock) => [...db.rows, clock.now], { inject: ['db', 'clock'] as const })
    const container = base
      .provide('size', (container, name) => `${name} ${container.get('db').rows.length}`)
      .provide('lines', lines)
      .build()

    expect(container.get('size')).toBe('size 1')
    expect(container.get('lines')).toEqual(['tea', 7])
    expectTypeOf(container.get('size')).toEqualTypeOf<string>()
    expectTypeOf(container.get('lines')).toEqualTypeOf<(string | number)[]>()
  })

  test('the type of an asynchronous service is a promise, and so is the type of each service that waits for it', async () => {
    const container = services()
      .provide('db', async () => new Db())
      .provide('clock', Clock)
      .provide('notes', Notes)
      .value('title', 'Notes')
      .provide('report', Report)
      .build()

    expect((await container.get('report')).text).toBe('Notes: tea at 7')
    expectTypeOf(container.get('db')).toEqualTypeOf<Promise<Db>>()
    expectTypeOf(container.get('notes')).toEqualTypeOf<Promise<Notes>>()
    expectTypeOf(container.get('report')).toEqualTypeOf<Promise<Report>>()
    expectTypeOf(container.get('clock')).toEqualTypeOf<Clock>()
  })

  test('a constant with the type of its service may name a service in provide(), value(), get() and inject', async () => {
    const DB: ServiceName<Promise<Db>> = 'db'
    const TITLE: ServiceName<string> = 'title'
    const heading = Object.assign((db: Db, title: string) => `${title}: ${db.rows.join()}`, {
      inject: [DB, TITLE] as const,
    })
    const list = services()
      .provide(DB, async () => new Db())
      .value(TITLE, 'Notes')
      .provide('heading', heading)
    const container = list.provide('clock', Clock).build()

    expect(await container.get('heading')).toBe('Notes: tea')
    expectTypeOf(container.get('heading')).toEqualTypeOf<Promise<string>>()
    expectTypeOf(container.get(TITLE)).toEqualTypeOf<string>()
    expectTypeOf(container.get('clock')).toEqualTypeOf<Clock>()
    // @ts-expect-error 'heading' is taken
    expect(() => list.provide('heading', Clock)).toThrow('is taken already')
    const dated = Object.assign((db: Clock) => db.now, { inject: [DB] as const })
    // @ts-expect-error the constant names a promise of a Db
    const wrong = () => list.provide('size', dated)
    expectTypeOf(wrong).toBeFunction()
  })

  test('build() makes a container that takes overrides and disposes of its services', async () => {
    const container = base.value('config', { debug: true }).build({ overrides: { clock: { now: 8 } } })
    const taken: Container = container
    const typed: TypedContainer = container

    expect([taken.has('db'), taken.has('gone'), typed.get('clock')]).toEqual([true, false, { now: 8 }])
    expect(container.get('config')).toMatchObject({ debug: true })
    expectTypeOf(container.get('config')).toEqualTypeOf<{ readonly debug: true }>()
    await container.dispose()
    expect(() => container.get('db')).toThrow('disposed')
  })

  test('a list has the dependencies for a configuration, and its services may require further services of that configuration', () => {
    const { dependencies } = services().needs<{ db: Db; clock: Clock }>().provide('notes', Notes)
    const container = createContainer({ dependencies: { ...dependencies, invokables: { db: Db, clock: Clock } } })

    expect(container.get<Notes>('notes').db).toBe(container.get('db'))
  })

  test('two lists that extend the same list have its services, and no service of each other', () => {
    const [one, other] = [base.value('title', 'one'), base.value('title', 'other')]

    expect([one.build().get('title'), other.build().get('title')]).toEqual(['one', 'other'])
    expect(base.build().has('title')).toBe(false)
  })

  test('a second service with the name of another one is an error, at run time and for the compiler', () => {
    // @ts-expect-error 'db' is taken
    expect(() => base.provide('db', Clock)).toThrow(expect.objectContaining({ code: 'APP_DEPENDENCIES' }))
    // @ts-expect-error 'db' is taken
    expect(() => base.value('db', 1)).toThrow(
      "services().provide('db') uses a name that is taken already: use another name.",
    )
  })
})

describe('programs that do not compile', () => {
  test('a name that no service has does not compile, neither in inject nor as an argument of get()', () => {
    // @ts-expect-error no service has the name 'clock' yet
    const wrong = () => services().provide('db', Db).provide('notes', Notes)
    const container = base.build()
    // @ts-expect-error no service has the name 'dbs'
    expect(() => container.get('dbs')).toThrow('did you mean "db"?')
    expectTypeOf(wrong).toBeFunction()
  })

  test('a class does not compile if its inject is missing, is too short, has the wrong order, or names a service of another type', () => {
    class Swapped {
      static readonly inject = ['clock', 'db'] as const
      readonly db: Db
      constructor(db: Db, clock: Clock) {
        this.db = clock.now ? db : db
      }
    }
    class Bare {
      readonly wanted: Db
      constructor(wanted: Db) {
        this.wanted = wanted
      }
    }
    class Short {
      static readonly inject = ['db'] as const
      readonly db: Db
      constructor(db: Db, clock: Clock) {
        this.db = clock.now ? db : db
      }
    }
    // @ts-expect-error the constructor takes a Db first
    const swapped = () => base.provide('notes', Swapped)
    // @ts-expect-error the constructor takes two services
    const short = () => base.provide('notes', Short)
    const wrong = services().value('db', 'a text').provide('clock', Clock)
    // @ts-expect-error 'db' is a string here
    const other = () => wrong.provide('notes', Notes)
    // @ts-expect-error a class that wants arguments names none
    const bare = () => base.provide('map', Bare)

    expectTypeOf([swapped, short, other, bare]).toBeArray()
  })
})

test('a typed list accepts the same classes as typed-inject', () => {
  const injector = createInjector().provideClass('db', Db).provideClass('clock', Clock)
  const container = base.provide('notes', Notes).build()

  expect(injector.injectClass(Notes).db.rows).toEqual(container.get('notes').db.rows)
  expectTypeOf(injector).toExtend<Injector<{ db: Db; clock: Clock }>>()
})

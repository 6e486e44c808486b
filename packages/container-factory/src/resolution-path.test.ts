import { describe, expect, test } from 'vitest'
import {
  ContainerError,
  createContainer,
  type Dependencies,
  ServiceNotCreatedError,
  ServiceNotFoundError,
} from './index.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve))

function errorOf(ask: () => unknown): ContainerError {
  try {
    ask()
  } catch (error) {
    if (error instanceof ContainerError) return error
    throw error
  }
  return expect.unreachable()
}

describe('a missing service', () => {
  const dependencies: Dependencies = {
    factories: { A: (container) => container.get('B'), B: (container) => container.get('logger') },
    services: { loggers: [], logged: 1, unlike: 2 },
  }

  test('the error has the path, the requiring service, near names, and what to do', () => {
    const error = errorOf(() => createContainer({ dependencies }).get('A'))

    expect(error).toBeInstanceOf(ServiceNotFoundError)
    expect(error.name).toBe('ServiceNotFoundError')
    expect(error.path).toEqual(['A', 'B', 'logger'])
    expect(error.message).toBe(
      'Service not found: A → B → missing logger, required by B; did you mean "loggers" or "logged"? ' +
        'Register it in dependencies (a class may have static inject instead), or correct the name.',
    )
  })

  test('without a requiring service, the error has the missing name alone', () => {
    expect(errorOf(() => createContainer({}).get('zzz')).message).toMatch(/^Service not found: missing zzz\. Register/)
  })

  test('a class with static inject is a step of the path', () => {
    class Db {
      static readonly inject = ['dsn'] as const
      readonly isDb = true
    }

    expect(errorOf(() => createContainer({}).get(Db)).path).toEqual(['Db', 'dsn'])
  })

  test('a service that asks for another during its construction is named too', () => {
    const container = createContainer({
      dependencies: { factories: { A: ({ get }) => ({ late: () => get('gone') }) } },
    })
    const a = container.get<{ late: () => unknown }>('A')

    expect(errorOf(a.late).path).toEqual(['A', 'gone'])
  })

  test('a service that asks for another after an await is named too', async () => {
    const container = createContainer({
      dependencies: {
        factories: {
          A: (container) => container.get('B'),
          B: async (container) => {
            await tick()
            return container.get('gone')
          },
        },
      },
    })

    await expect(container.get('A')).rejects.toMatchObject({ path: ['A', 'B', 'gone'] })
  })

  test('a name of any length makes a bounded message', () => {
    expect(errorOf(() => createContainer({}).get('x'.repeat(1e6))).message.length).toBeLessThan(300)
  })
})

describe('a failed construction', () => {
  const boom = new TypeError('boom')
  const fail = () => {
    throw boom
  }

  test('the error has the path, the message of the cause, and the cause', () => {
    const container = createContainer({
      dependencies: {
        factories: { A: (container) => container.get('B'), B: (container) => container.get('C'), C: fail },
      },
    })
    const error = errorOf(() => container.get('A'))

    expect(error).toBeInstanceOf(ServiceNotCreatedError)
    expect(error.message).toBe('Service "C" could not be created (A → B → C): boom')
    expect(error.path).toEqual(['A', 'B', 'C'])
    expect(error.cause).toBe(boom)
  })

  test('the error of an invokable, of a class with static inject, and of an object with create has them too', () => {
    class Invokable {
      constructor() {
        fail()
      }
    }
    class Injectable extends Invokable {
      static readonly inject = ['config'] as const
    }
    const container = createContainer({
      dependencies: { invokables: { a: Invokable }, factories: { b: Injectable, c: { create: fail } } },
    })

    for (const name of ['a', 'b', 'c']) expect(errorOf(() => container.get(name)).cause).toBe(boom)
  })

  test('throwing null or a string is an error like any other', () => {
    const dependencies: Dependencies = {
      factories: {
        a: () => {
          throw null
        },
        b: () => {
          throw 'text'
        },
      },
    }
    const container = createContainer({ dependencies })

    expect(errorOf(() => container.get('a')).message).toBe('Service "a" could not be created: its factory threw null.')
    expect(errorOf(() => container.get('b')).cause).toBe('text')
  })

  test('a factory that catches the error of a service continues', () => {
    const container = createContainer({
      dependencies: {
        factories: {
          a: (container) => {
            try {
              return container.get('gone')
            } catch {
              return 'without'
            }
          },
        },
      },
    })

    expect(container.get('a')).toBe('without')
  })

  test('e-factory-once: a failed service is not kept: the next get tries again', () => {
    let runs = 0
    const container = createContainer({
      dependencies: { factories: { a: () => (++runs === 1 ? fail() : { runs }) } },
    })

    expect(() => container.get('a')).toThrow('boom')
    expect(container.get('a')).toEqual({ runs: 2 })
    expect(container.get('a')).toBe(container.get('a'))
  })
})

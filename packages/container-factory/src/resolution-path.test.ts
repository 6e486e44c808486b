import { describe, expect, test } from 'vitest'
import { ContainerError, createContainer, type Dependencies, ServiceNotFoundError } from './index.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve))

function errorOf(ask: () => unknown): ContainerError {
  try {
    ask()
  } catch (error) {
    if (ContainerError.is(error)) return error
    throw error
  }
  return expect.unreachable()
}

describe('a missing service', () => {
  const dependencies: Dependencies = {
    factories: { A: (container) => container.get('B'), B: (container) => container.get('logger') },
    services: { loggers: [], logged: 1, unlike: 2 },
  }

  test('the error for a missing service has the path, the requiring service, similar names, and what to do', () => {
    const error = errorOf(() => createContainer({ dependencies }).get('A'))

    expect(ServiceNotFoundError.is(error)).toBe(true)
    expect(error).toMatchObject({ name: 'ServiceNotFoundError', code: 'APP_SERVICE_NOT_FOUND' })
    expect(error.path).toEqual(['A', 'B', 'logger'])
    expect(error.message).toBe(
      'Service not found: A → B → missing logger, required by B; did you mean "loggers" or "logged"? ' +
        'Register it in dependencies (a class may have static inject instead), or correct the name.',
    )
  })

  test('the error for a missing service has only the missing name if no service requires it', () => {
    expect(errorOf(() => createContainer({}).get('zzz')).message).toMatch(/^Service not found: missing zzz\. Register/)
  })

  test('the resolution path of an error includes a class with static inject, by its name', () => {
    class Db {
      static readonly inject = ['dsn'] as const
      readonly isDb = true
    }

    expect(errorOf(() => createContainer({}).get(Db)).path).toEqual(['Db', 'dsn'])
  })

  test('the resolution path of an error includes a service that requests a missing one after its own construction', () => {
    const container = createContainer({
      dependencies: { factories: { A: ({ get }) => ({ late: () => get('gone') }) } },
    })
    const a = container.get<{ late: () => unknown }>('A')

    expect(errorOf(a.late).path).toEqual(['A', 'gone'])
  })

  test('the resolution path of an error includes an asynchronous service that requests a missing one after an await', async () => {
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

  test('the message of an error has a limited length for a name of any length', () => {
    expect(errorOf(() => createContainer({}).get('x'.repeat(1e6))).message.length).toBeLessThan(300)
  })
})

describe('a failed construction', () => {
  const boom = new TypeError('boom')
  const fail = () => {
    throw boom
  }

  test('the error for a failed construction has the path, the message of the cause, and the cause', () => {
    const container = createContainer({
      dependencies: {
        factories: { A: (container) => container.get('B'), B: (container) => container.get('C'), C: fail },
      },
    })
    const error = errorOf(() => container.get('A'))

    expect(ServiceNotFoundError.is(error)).toBe(false)
    expect(error).toMatchObject({ name: 'ContainerError', code: 'APP_SERVICE_NOT_CREATED' })
    expect(error.message).toBe('Service "C" could not be created (A → B → C): boom')
    expect(error.path).toEqual(['A', 'B', 'C'])
    expect(error.cause).toBe(boom)
  })

  test('errors of an invokable, of a class with static inject, and of an object with create also have the path and the cause', () => {
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

  test('a factory that throws null or a string causes an error like any other', () => {
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

  test('a factory can catch the error of a service that it requires, and make its own service nevertheless', () => {
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

  test('a failed service is not kept: the next get tries again', () => {
    let runs = 0
    const container = createContainer({
      dependencies: { factories: { a: () => (++runs === 1 ? fail() : { runs }) } },
    })

    expect(() => container.get('a')).toThrow('boom')
    expect(container.get('a')).toEqual({ runs: 2 })
    expect(container.get('a')).toBe(container.get('a'))
  })
})

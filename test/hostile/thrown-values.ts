import { SECRET } from './fault.ts'

/**
 * Values of all types that code may throw, also values that throw when they are read; each entry is a function that
 * makes a new value at each call.
 */
export const THROWN_VALUES: Readonly<Record<string, () => unknown>> = {
  'an error': () => new Error(SECRET),
  'a type error': () => new TypeError(SECRET),
  'a string': () => SECRET,
  'an empty string': () => '',
  zero: () => 0,
  NaN: () => Number.NaN,
  'a big integer': () => 1n,
  false: () => false,
  true: () => true,
  null: () => null,
  undefined: () => undefined,
  'a symbol': () => Symbol(SECRET),
  'a function': () => () => SECRET,
  'a map': () => ({ message: SECRET, status: 404, statusCode: 404 }),
  'a map without prototype': () => Object.assign(Object.create(null), { message: SECRET }),
  'a promise': () => Promise.resolve(SECRET),
  'a response': () => new Response(SECRET),
  'a frozen error': () => Object.freeze(new Error(SECRET)),
  'an error with status 200': () => Object.assign(new Error(SECRET), { status: 200, statusCode: 200 }),
  'an error with status 302 and a location': () =>
    Object.assign(new Error(SECRET), { status: 302, headers: { location: '/' } }),
  'an error with a status that is text': () => Object.assign(new Error(SECRET), { status: '404' }),
  'an error whose getters throw': errorOfThrowingGetters,
  'an error that is its own cause': () => {
    const error = new Error(SECRET)
    error.cause = error
    return error
  },
  'several errors in one': () => new AggregateError([new Error(SECRET), null], SECRET),
  'an error with ten million characters': () => new Error(SECRET.repeat(750_000)),
  'a proxy that throws': () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error(SECRET)
        },
        has: () => {
          throw new Error(SECRET)
        },
        getPrototypeOf: () => {
          throw new Error(SECRET)
        },
      },
    ),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  },
}

function errorOfThrowingGetters(): Error {
  const error = new Error(SECRET)
  for (const name of ['message', 'stack', 'status', 'cause', 'name', 'headers']) {
    Object.defineProperty(error, name, {
      get: () => {
        throw new Error(SECRET)
      },
    })
  }
  return error
}

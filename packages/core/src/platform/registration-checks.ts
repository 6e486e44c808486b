import { checkOptions } from '@app/http/framework'

export { refuseUnknown as refuseUnknownOwn } from '@app/http/framework'

/** The options of an application. Throws an `OptionError` for an unknown one. */
export function checkApplicationOptions<O extends object>(options: O): O {
  const kinds = { router: ANYTHING, container: ANYTHING, onError: ANYTHING, from: ANYTHING }
  return checkOptions('new Application()', options, kinds as never)
}

/** The options of an `ErrorHandler`. Throws an `OptionError` for an unknown one, and for one of the wrong kind. */
export function checkErrorHandlerOptions<O extends object>(options: O): O {
  const kinds = {
    respond: A_FUNCTION,
    listeners: { wants: 'a list of functions', accepts: Array.isArray },
    translate: A_FUNCTION,
    misses: { wants: 'true or false', accepts: (value: unknown) => typeof value === 'boolean' },
  }
  return checkOptions('new ErrorHandler()', options, kinds as never)
}

/**
 * Defines Express's methods as errors that name ours, for programs without types. They are not part of the types.
 *
 * `set` is left out: Express takes an object with `set` and `handle` for one of its applications.
 */
export function refuseExpressNames(prototype: object): void {
  for (const [name, ours] of Object.entries(NAMES)) {
    const refuse = (): never => {
      throw new TypeError(`app.${name}() is Express's. Write ${ours}.`)
    }
    Object.defineProperty(prototype, name, { value: refuse, configurable: true, writable: true })
  }
}

/** Accepts any value: each of these options is checked where it is used, since that error can say more. */
const ANYTHING = { wants: 'what its type says', accepts: () => true }
const A_FUNCTION = { wants: 'a function', accepts: (value: unknown) => typeof value === 'function' }

/** Methods of Express, and what to write here instead. */
const NAMES: Readonly<Record<string, string>> = {
  use: "app.pipe(middleware), or app.pipe('/prefix', middleware)",
  all: 'app.any(path, middleware)',
  listen: 'await app.run({ port })',
}

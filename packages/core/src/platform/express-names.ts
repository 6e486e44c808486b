/** Methods of Express, and what to write here instead. */
const NAMES: Readonly<Record<string, string>> = {
  use: "app.pipe(middleware), or app.pipe('/prefix', middleware)",
  all: 'app.any(path, middleware)',
  listen: 'await app.run({ port })',
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

/** What Express calls otherwise, and what it is called here. */
const NAMES: Readonly<Record<string, string>> = {
  use: "app.pipe(middleware), or app.pipe('/prefix', middleware)",
  all: 'app.any(path, middleware)',
  listen: 'await app.run({ port })',
}

/**
 * Makes Express's names errors that say ours, for whoever writes without types: an editor shows none of them.
 *
 * `set` is not among them: an object with `set` and `handle` passes for an application of Express.
 */
export function refuseExpressNames(prototype: object): void {
  for (const [name, ours] of Object.entries(NAMES)) {
    const refuse = (): never => {
      throw new TypeError(`app.${name}() is Express's. Write ${ours}.`)
    }
    Object.defineProperty(prototype, name, { value: refuse, configurable: true, writable: true })
  }
}

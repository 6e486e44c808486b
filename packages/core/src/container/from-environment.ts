/** By this symbol every copy of `@app/config` knows the place of a variable. */
const ENV: unique symbol = Symbol.for('@app/config/env')

/**
 * A value of the configuration that `@app/config` reads from an environment variable, as `env(variable, null)` of that
 * package: `null` if it is not set.
 *
 * For providers of packages that run without configuration too, and so do not depend on `@app/config`.
 */
export function fromEnvironment(variable: string): string | null {
  return Object.freeze({ [ENV]: { variable, type: 'string', fallback: null } }) as unknown as null
}

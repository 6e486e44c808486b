/** The symbol by which every copy of `@app/config` recognizes a value that comes from a variable. */
const ENV: unique symbol = Symbol.for('@app/config/env')

/**
 * Gives a value of the configuration that `@app/config` reads from an environment variable, as `env(variable, null)` of
 * that package does: `null` if the variable is not set.
 *
 * For providers of packages that also run without configuration, and so do not depend on `@app/config`.
 */
export function fromEnvironment(variable: string): string | null {
  return Object.freeze({ [ENV]: { variable, type: 'string', fallback: null } }) as unknown as null
}

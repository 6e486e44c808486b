/** Where middleware keeps what it says, the same in all copies of this package. */
export const FACTS: unique symbol = Symbol.for('@app/core/facts')

/** What middleware says of itself to tools, by the name of the package that reads it. */
export type Facts = Readonly<Record<string, unknown>>

/**
 * Lets tools know something of middleware: `describe()` of an application has it as `facts`.
 *
 * It gives the middleware as it is, and does nothing when a request comes. A key is the name of the package that reads it:
 * `withFacts(middleware, { '@app/openapi': { schemes } })`.
 */
export function withFacts<M extends object>(middleware: M, facts: Facts): M {
  return Object.defineProperty(middleware, FACTS, { value: facts })
}

/** Middleware that may say something of itself. */
export interface WithFacts {
  readonly [FACTS]?: Facts
}

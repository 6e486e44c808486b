const FACTS: unique symbol = Symbol.for('@app/core/facts')

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

/** What middleware says of itself; `undefined` if nothing. */
export function factsOf(middleware: object): Facts | undefined {
  return (middleware as { readonly [FACTS]?: Facts })[FACTS]
}

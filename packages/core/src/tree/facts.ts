/** The property in which middleware keeps its facts. All copies of this package use the same one. */
export const FACTS: unique symbol = Symbol.for('@app/core/facts')

/** The facts that middleware states about itself for tools, by the name of the package that reads them. */
export type Facts = Readonly<Record<string, unknown>>

/**
 * Attaches facts to middleware, for tools: `describe()` of an application shows them as `facts`.
 *
 * It gives back the same middleware, and changes nothing for a request. A key is the name of the package that reads it:
 * `withFacts(middleware, { '@app/openapi': { schemes } })`.
 */
export function withFacts<M extends object>(middleware: M, facts: Facts): M {
  return Object.defineProperty(middleware, FACTS, { value: facts })
}

/** Middleware that may carry facts about itself. */
export interface WithFacts {
  readonly [FACTS]?: Facts
}

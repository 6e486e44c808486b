export type { CallKey, CallQueries, FailureOf, QueriesOf } from './queries-of.ts'
export { queriesOf } from './queries-of.ts'

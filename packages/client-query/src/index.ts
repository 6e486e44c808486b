export { CallError } from './call-error.ts'
export type { CallKey, CallQueries, FailureOf, QueriesOf, SuccessData } from './queries-of.ts'
export { queriesOf } from './queries-of.ts'

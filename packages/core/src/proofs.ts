export { type Explanation, explain } from './application/explain.ts'
export type { ExplainedPosition } from './tree/explain.ts'

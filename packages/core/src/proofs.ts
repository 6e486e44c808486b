export { type Explanation, explainRequest } from './application/explain-request.ts'
export type { ExplainedPosition } from './tree/explain.ts'

export type { Machine } from './output.ts'
export { runCreate } from './run-create.ts'

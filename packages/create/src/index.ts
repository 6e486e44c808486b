export type { Machine } from './machine.ts'
export { runCreate } from './run-create.ts'

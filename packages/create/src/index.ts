export { runCreate } from './run-create.ts'

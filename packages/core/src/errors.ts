export { httpErrors } from './pipeline/http-errors.ts'

export { LinearRouter } from './linear-router.ts'

export { TrouterRouter } from './trouter-router.ts'

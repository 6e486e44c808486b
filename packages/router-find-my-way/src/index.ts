export { FindMyWayRouter } from './find-my-way-router.ts'

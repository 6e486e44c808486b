export { joinWorkers } from './join-workers.ts'
export { isFirst, startWorkers } from './start-workers.ts'

export { configProvider, JOBS_SERVICE } from './config-provider.ts'
export type { JobsOptions } from './jobs.ts'
export { jobs } from './jobs.ts'

export type { JobsEngine } from './engine.ts'
export type { JobsRedis, RedisJobsOptions } from './redis-jobs.ts'
export { redisJobs } from './redis-jobs.ts'

export type { JobAddedMessage, JobAddMessage, JobRunMessage } from './channels.ts'
export type { JobsSection } from './config-provider.ts'
export { configProvider, JOB_RUNNER_SERVICE, JOBS_SERVICE } from './config-provider.ts'
export type {
  JobCount,
  JobEnd,
  JobFilter,
  JobInfo,
  JobState,
  JobsEngine,
  NewJob,
  TakenJob,
} from './engine.ts'
export type { JobHandler, JobRun } from './handler.ts'
export { handlerFor } from './handler.ts'
export type { Job, JobOptions, JobWithSchema } from './job.ts'
export { job } from './job.ts'
export { JobDataError } from './job-data.ts'
export type { JobOutcome } from './job-outcome.ts'
export type { JobRunner, JobRunnerOptions } from './job-runner.ts'
export { jobRunner } from './job-runner.ts'
export type { AddArguments, AddOptions, Jobs, JobsOptions } from './jobs.ts'
export { jobs } from './jobs.ts'
export { memoryJobs } from './memory-jobs.ts'
export type { ScheduleOptions } from './schedules.ts'
export type { SqlJobsOptions } from './sql-jobs.ts'
export { jobTables, sqlJobs } from './sql-jobs.ts'
export { UnrecoverableError } from './unrecoverable-error.ts'

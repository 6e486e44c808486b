import type { SqlDatabase } from '@app/sql'

/** What becomes of a job: it waits until it is due, runs, is done, or has failed for good. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed'

/** A job to be kept. */
export interface NewJob {
  readonly id: string
  readonly name: string
  /** A string that only this package reads. */
  readonly data: string
  /** Of the jobs of one name with the same key, only the first is kept. */
  readonly key: string | undefined
  /** Seconds until the job is due. */
  readonly delay: number
  /** What subscribers of the channels have attached, as JSON. */
  readonly carrier: string | undefined
}

/** A job that a process has taken, and holds until its lease ends. */
export interface TakenJob extends Omit<NewJob, 'delay'> {
  /** Proves that the process holds the job; each time the job is taken, it is another one. */
  readonly token: string
  /** How often the job was taken, this time included. */
  readonly attempt: number
  readonly added: Date
}

/** How the run of a job has ended. `delay` are the seconds until it is tried again. */
export type JobEnd =
  | { readonly state: 'done' }
  | { readonly state: 'waiting'; readonly delay: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string }
  /** The runner stops: the attempt does not count, and another process takes the job at once. */
  | { readonly state: 'released' }

/** A job as operators see it, without its data. */
export interface JobInfo {
  readonly id: string
  readonly name: string
  readonly state: JobState
  readonly key: string | undefined
  readonly attempts: number
  readonly error: string | undefined
  readonly added: Date
  /** When the job is due, or when its lease ends. */
  readonly due: Date | undefined
}

/** The number of jobs of a name and state. */
export interface JobCount {
  readonly name: string
  readonly state: JobState
  readonly count: number
}

/** Which jobs are meant. */
export interface JobFilter {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly state?: JobState | undefined
}

/**
 * Keeps jobs. Each of its times is that of the engine, so that processes whose clocks differ agree.
 *
 * A job that was taken may be taken again when its lease is over. `renew` and `end` return false if the process does
 * not hold the job any longer; then they change nothing.
 */
export interface JobsEngine {
  /**
   * Creates what the engine needs, if it is not there. With the connection of a transaction, in which a job is about to be
   * added, it creates nothing: it throws if something is missing.
   */
  prepare(connection?: SqlDatabase): Promise<void>
  /** Keeps a job; on the connection of a transaction, only if it is committed. Returns false if there is one of its key. */
  add(job: NewJob, connection: SqlDatabase | undefined): Promise<boolean>
  /** Takes the job of one of these names that has been due longest, for `lease` seconds. */
  take(names: readonly string[], lease: number): Promise<TakenJob | undefined>
  renew(job: TakenJob, lease: number): Promise<boolean>
  end(job: TakenJob, end: JobEnd): Promise<boolean>
  /** Deletes jobs that were done, or have failed for good, longer ago than these seconds. */
  sweep(done: number, failed: number): Promise<void>
  counts(): Promise<readonly JobCount[]>
  /** Returns the newest jobs, `limit` at most. */
  list(filter: JobFilter, limit: number): Promise<readonly JobInfo[]>
  /** Makes failed jobs due at once, with all their attempts. Returns how many. */
  retry(filter: JobFilter): Promise<number>
  /** Deletes jobs that do not run. Returns how many. */
  remove(filter: JobFilter): Promise<number>
  /** The time of the engine, in milliseconds since 1970. */
  now(): Promise<number>
  /** Returns the last tick of a schedule. If there is none, `first` becomes the last tick. */
  lastTick(name: string, first: number): Promise<number>
  /** Remembers a tick of a schedule, unless a later one is remembered. */
  setTick(name: string, tick: number): Promise<void>
}

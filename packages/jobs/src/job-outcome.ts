/** How an attempt of a job has ended: `waiting` for another attempt, `lost` if another process has taken the job. */
export interface JobOutcome {
  readonly id: string
  readonly name: string
  readonly attempt: number
  readonly state: 'done' | 'waiting' | 'failed' | 'released' | 'lost'
  /** The error of the handler. */
  readonly error?: unknown
}

import { builtinModule, isMap } from '@app/core/extending'
import type { TakenJob } from './engine.ts'
import type { JobOutcome } from './job-outcome.ts'

/** The message on the channel `@app/jobs:add`, before a job is kept. */
export interface JobAddMessage {
  readonly id: string
  readonly name: string
  /** Whatever a subscriber puts here is kept with the job, and is in the messages of its runs: a `traceparent`. */
  readonly carrier: Record<string, string>
}

/** The message on the channel `@app/jobs:added`, after a job is kept; in a transaction, before that is committed. */
export interface JobAddedMessage {
  readonly id: string
  readonly name: string
}

/** The message on the tracing channel `@app/jobs:run`, about one attempt of a job, from its data until it is marked. */
export interface JobRunMessage {
  readonly id: string
  readonly name: string
  readonly attempt: number
  /** True if the data of the job are sealed: then the error, which may show them, should not leave the process. */
  readonly sealed: boolean
  readonly carrier: Readonly<Record<string, string>>
  /** A subscriber of `start` may set a function that runs the handler, such as within a span, and returns what it returns. */
  around: ((run: () => Promise<unknown>) => Promise<unknown>) | undefined
  /** The duration in milliseconds; `undefined` until the attempt is over. */
  duration: number | undefined
  /** How the attempt has ended; `undefined` until it is over. */
  state: JobOutcome['state'] | undefined
  /** The error with which the attempt has failed. */
  error?: unknown
}

type Diagnostics = typeof import('node:diagnostics_channel')

const diagnostics = builtinModule<Diagnostics>('node:diagnostics_channel')
const adds = diagnostics?.channel('@app/jobs:add')
const added = diagnostics?.channel('@app/jobs:added')
const runs = diagnostics?.tracingChannel<string, JobRunMessage>('@app/jobs:run')

/** Publishes that a job is about to be kept. Returns what subscribers have attached, as JSON. */
export function carrierOf(id: string, name: string): string | undefined {
  if (!adds?.hasSubscribers) return undefined
  const carrier: Record<string, string> = {}
  adds.publish({ id, name, carrier } satisfies JobAddMessage)
  const text = JSON.stringify(carrier)
  return text === '{}' || text.length > LARGEST ? undefined : text
}

/** Publishes that a job is kept. */
export function publishAdded(id: string, name: string): void {
  added?.publish({ id, name } satisfies JobAddedMessage)
}

/** Makes an attempt of a job, and publishes its events. The attempt never rejects: it resolves with its error. */
export async function traced(
  { id, name, attempt, carrier }: TakenJob,
  sealed: boolean,
  run: (message?: JobRunMessage) => Promise<JobOutcome>,
): Promise<JobOutcome> {
  if (!runs?.hasSubscribers) return run()
  const kept = { id, name, attempt, sealed, carrier: read(carrier) }
  const message: JobRunMessage = { ...kept, around: undefined, duration: undefined, state: undefined }
  const begin = performance.now()
  let outcome!: JobOutcome
  const timed = async () => {
    outcome = await run(message)
    message.duration = performance.now() - begin
    message.state = outcome.state
    if (outcome.error !== undefined) throw outcome.error
  }
  await runs.tracePromise(timed, message).catch(() => undefined)
  return outcome
}

function read(carrier = '{}'): JobRunMessage['carrier'] {
  try {
    const values: unknown = JSON.parse(carrier)
    return isMap(values) ? (values as JobRunMessage['carrier']) : {}
  } catch {
    return {}
  }
}

/** The characters that subscribers may attach to a job. */
const LARGEST = 1_000

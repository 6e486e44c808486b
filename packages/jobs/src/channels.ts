import { builtinModule } from '@app/core/extending'

/** The message on the channel `@app/jobs:add`, before a job is kept. */
export interface JobAddMessage {
  readonly id: string
  readonly name: string
  /** Whatever a subscriber puts here is kept with the job, and is in the messages of its runs: a `traceparent`. */
  readonly carrier: Record<string, string>
}

/** The message on the tracing channel `@app/jobs:run`, about one attempt of a job. */
export interface JobRunMessage {
  readonly id: string
  readonly name: string
  readonly attempt: number
  readonly carrier: Readonly<Record<string, string>>
  /** The duration in milliseconds; `undefined` until the attempt is over. */
  duration: number | undefined
  /** The error that the handler has thrown. */
  error?: unknown
}

type Diagnostics = typeof import('node:diagnostics_channel')

const diagnostics = builtinModule<Diagnostics>('node:diagnostics_channel')
const added = diagnostics?.channel('@app/jobs:add')
const runs = diagnostics?.tracingChannel<string, JobRunMessage>('@app/jobs:run')

/** Publishes that a job is added. Returns what subscribers have attached, as JSON. */
export function carrierOf(id: string, name: string): string | undefined {
  if (!added?.hasSubscribers) return undefined
  const carrier: Record<string, string> = {}
  added.publish({ id, name, carrier } satisfies JobAddMessage)
  const text = JSON.stringify(carrier)
  return text === '{}' || text.length > LARGEST ? undefined : text
}

/** Runs an attempt of a job, and publishes its events. */
export async function traced(
  { id, name, attempt, carrier }: { id: string; name: string; attempt: number; carrier: string | undefined },
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!runs?.hasSubscribers) return run()
  const message: JobRunMessage = { id, name, attempt, carrier: JSON.parse(carrier ?? '{}'), duration: undefined }
  const begin = performance.now()
  const timed = () =>
    run().finally(() => {
      message.duration = performance.now() - begin
    })
  return runs.tracePromise(timed, message)
}

/** The characters that subscribers may attach to a job. */
const LARGEST = 1_000

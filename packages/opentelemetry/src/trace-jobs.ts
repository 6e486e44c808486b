import { builtinModule, checkOptions, optionKind } from '@app/core/extending'
import {
  type Attributes,
  type Context,
  context,
  type Link,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { AddedMessage, AddMessage, RunMessage } from './job-messages.ts'
import { createJobMeters, type JobMeters } from './job-meters.ts'
import { registeredMeter, registeredTracer } from './sdk.ts'
import { parsedTraceparent, traceparentOf } from './traceparent.ts'

/** Options of `traceJobs`. */
export interface TraceJobsOptions {
  /** Counts jobs that are added, and measures attempts. Default: `true`. */
  readonly metrics?: boolean | undefined
}

/**
 * Makes a span for each attempt of a job of `@app/jobs` in this process, and measures jobs, until the function that it
 * returns is called. The span of an attempt has a link to the span in which the job was added. Called again meanwhile, it
 * makes no second span. Without an SDK, or on a platform without `node:diagnostics_channel`, it does nothing. Throws an
 * `OptionError` for an unknown or invalid option.
 *
 * @example
 * traceJobs()
 * await runner.start()
 */
export function traceJobs(options: TraceJobsOptions = {}): () => void {
  const { metrics = true } = checkOptions('traceJobs()', options, { metrics: optionKind.boolean })
  const user: User = { metrics }
  listen()
  users.add(user)
  return () => void users.delete(user)
}

/** A call of `traceJobs`, with the tracer and the metrics of the registered SDK. */
interface User {
  readonly metrics: boolean
  tracer?: Tracer | undefined
  meters?: JobMeters | undefined
}

/** The channels are those of the whole process: the first of these is served, so that no attempt has two spans. */
const users = new Set<User>()
let isListening = false

/** The attempts that run, with the contexts in which they do. */
const running = new WeakMap<RunMessage, { readonly span: Span | undefined; readonly inside: Context }>()

function listen(): void {
  if (isListening) return
  isListening = true
  const channels = builtinModule<typeof import('node:diagnostics_channel')>('node:diagnostics_channel')
  channels?.subscribe('@app/jobs:add', (message) => attachSpan(message as AddMessage))
  channels?.subscribe('@app/jobs:added', (message) => count(message as AddedMessage))
  const runs = channels?.tracingChannel<unknown, RunMessage>('@app/jobs:run')
  runs?.start.subscribe((message) => begin(message as RunMessage))
  runs?.asyncEnd.subscribe((message) => end(message as RunMessage))
}

/** Keeps the span in which a job is added with the job, unless another subscriber has kept one. */
function attachSpan({ carrier }: AddMessage): void {
  if (users.size === 0 || carrier.traceparent !== undefined) return
  const traceparent = traceparentOf(trace.getActiveSpan())
  if (traceparent !== undefined) carrier.traceparent = traceparent
}

function count({ name }: AddedMessage): void {
  registeredMeters()?.added.add(1, attributesOf('add', name))
}

function begin(message: RunMessage): void {
  const [user] = users
  if (user === undefined) return
  user.tracer ??= registeredTracer()
  const { id, name, attempt, carrier, around } = message
  const attributes = {
    ...attributesOf(RUN, name),
    'messaging.operation.type': 'process',
    'messaging.message.id': id,
    'messaging.app_jobs.attempt': attempt,
  }
  const added = parsedTraceparent(carrier.traceparent)
  const links: Link[] = added ? [{ context: added }] : []
  const outside = context.active()
  const span = user.tracer?.startSpan(`${RUN} ${name}`, { kind: SpanKind.CONSUMER, attributes, links }, outside)
  const inside = span ? trace.setSpan(outside, span) : outside
  message.around = (run) => context.with(inside, around ? () => around(run) : run)
  running.set(message, { span, inside })
}

function end(message: RunMessage): void {
  const run = running.get(message)
  const { name, duration = 0, state, error } = message
  if (run === undefined || state === undefined) return
  const { span, inside } = run
  const isFailure = state === 'waiting' || state === 'failed'
  const outcome = { 'messaging.app_jobs.state': state, ...(isFailure && { 'error.type': typeOf(message) }) }
  span?.setAttributes(outcome)
  if (isFailure) span?.setStatus({ code: SpanStatusCode.ERROR })
  // The error of a sealed job may show its data, which must not leave the process.
  if (isFailure && error instanceof Error && !message.sealed) span?.recordException(error)
  span?.end()
  registeredMeters()?.duration.record(duration / 1_000, { ...attributesOf(RUN, name), ...outcome }, inside)
}

function registeredMeters(): JobMeters | undefined {
  const [user] = users
  if (!user?.metrics) return undefined
  const meter = user.meters ? undefined : registeredMeter()
  if (meter) user.meters = createJobMeters(meter)
  return user.meters
}

const RUN = 'run'

/** Source: the semantic conventions for messaging of OpenTelemetry. */
function attributesOf(operation: string, name: string): Attributes {
  return {
    'messaging.system': 'app_jobs',
    'messaging.operation.name': operation,
    'messaging.destination.name': name,
  }
}

/** Returns the class of an error. The own property `name` of an error of a sealed job may hold data. */
function typeOf({ error, sealed }: RunMessage): string {
  if (!(error instanceof Error)) return '_OTHER'
  const made: unknown = Object.getPrototypeOf(error)?.constructor?.name
  return sealed ? String(made || 'Error') : error.name
}

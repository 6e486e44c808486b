import { channel } from 'node:diagnostics_channel'
import { Application, text } from '@app/core'
import {
  handlerFor,
  type JobAddedMessage,
  type JobAddMessage,
  type JobHandler,
  type JobRunMessage,
  type JobRunnerOptions,
  job,
  jobRunner,
  jobs,
  memoryJobs,
  UnrecoverableError,
} from '@app/jobs'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Histogram } from '@opentelemetry/sdk-metrics'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { openTelemetry, type TraceJobsOptions, traceJobs } from './index.ts'
import type { AddedMessage, AddMessage, RunMessage } from './job-messages.ts'
import { record } from './recording.test-kit.ts'

const recording = record()
const tracer = trace.getTracer('test')

/** Traces jobs until the test ends. */
function traced(options?: TraceJobsOptions): void {
  onTestFinished(traceJobs(options))
}

function build(handlers: readonly JobHandler[], options: Partial<JobRunnerOptions> = {}) {
  const queue = jobs({ engine: memoryJobs(), secret: 'a secret of at least 32 characters' })
  const runner = jobRunner(queue, { handlers, onError: () => undefined, ...options })
  onTestFinished(() => runner[Symbol.asyncDispose]())
  return { queue, runner }
}

/** Returns the parts of the span of an attempt that tests compare. */
function shown({ name, kind, status, attributes, events }: ReadableSpan): unknown[] {
  const { 'messaging.app_jobs.attempt': attempt, 'messaging.app_jobs.state': state, 'error.type': type } = attributes
  const said = events.map((event) => event.attributes?.['exception.message'])
  return [name, SpanKind[kind], SpanStatusCode[status.code], attempt, state, type, said]
}

test('the types of the messages of jobs are those of @app/jobs', () => {
  expectTypeOf<JobRunMessage>().toExtend<RunMessage>()
  expectTypeOf<Required<JobRunMessage>['state']>().toEqualTypeOf<RunMessage['state']>()
  expectTypeOf<JobRunMessage['around']>().toEqualTypeOf<RunMessage['around']>()
  expectTypeOf<JobAddMessage>().toExtend<AddMessage>()
  expectTypeOf<JobAddedMessage>().toExtend<AddedMessage>()
})

test('each attempt of a job is a consumer span with its outcome, linked to the request that has added the job', async () => {
  traced()
  const send = job<{ order: string }>({ name: 'trace.send', retries: 1, backoff: 0 })
  const { queue, runner } = build([
    handlerFor(send, async (_data, { attempt }) => {
      if (attempt === 1) throw new RangeError('no mail')
      tracer.startSpan('mail').end()
    }),
  ])
  const app = new Application({ router: new FindMyWayRouter() }).pipe(openTelemetry())
  app.post('/orders', async () => text(String(await queue.add(send, { order: 'tea' }))))
  const id = await (await app.request('/orders', { method: 'POST' })).text()
  await runner.drain()
  const [request, first, mail, second] = recording.spans()
  expect([first, second].map((span) => span && shown(span))).toEqual([
    ['run trace.send', 'CONSUMER', 'ERROR', 1, 'waiting', 'RangeError', ['no mail']],
    ['run trace.send', 'CONSUMER', 'UNSET', 2, 'done', undefined, []],
  ])
  expect(first?.attributes).toMatchObject({
    'messaging.system': 'app_jobs',
    'messaging.operation.name': 'run',
    'messaging.operation.type': 'process',
    'messaging.destination.name': 'trace.send',
    'messaging.message.id': id,
  })
  const { traceId, spanId } = request?.spanContext() ?? {}
  for (const span of [first, second]) {
    expect(span?.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([[traceId, spanId]])
    expect(span?.spanContext().traceId).not.toBe(traceId)
  }
  expect(mail?.parentSpanContext?.spanId).toBe(second?.spanContext().spanId)
})

test('a job that was added outside of a span has no link, nor one whose kept traceparent names no span', async () => {
  traced()
  const other = (message: unknown) => {
    if (wrong !== undefined) (message as JobAddMessage).carrier.traceparent = wrong
  }
  let wrong: string | undefined
  channel('@app/jobs:add').subscribe(other)
  onTestFinished(() => void channel('@app/jobs:add').unsubscribe(other))
  const send = job({ name: 'trace.unlinked' })
  const { queue, runner } = build([handlerFor(send, () => undefined)])
  await queue.add(send)
  for (wrong of ['00-1-2-03', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, '']) await queue.add(send)
  await runner.drain()
  expect(recording.spans().map(({ links }) => links)).toEqual([[], [], [], []])
})

test('a job that failed for good, and data that do not fit, are errors; the error of a sealed job shows its class alone', async () => {
  traced()
  const gone = job({ name: 'trace.gone' })
  const charge = job<{ card: string }>({ name: 'trace.charge', sealed: true, retries: 0 })
  const { queue, runner } = build([
    handlerFor(gone, () => {
      throw new UnrecoverableError('no customer')
    }),
    handlerFor(charge, ({ card }) => {
      throw Object.assign(new TypeError(`no money on ${card}`), { name: card })
    }),
  ])
  await queue.add(gone)
  await queue.add(charge, { card: '4111' })
  await runner.drain()
  expect(recording.spans().map(shown)).toEqual([
    ['run trace.gone', 'CONSUMER', 'ERROR', 1, 'failed', 'UnrecoverableError', ['no customer']],
    ['run trace.charge', 'CONSUMER', 'ERROR', 1, 'failed', 'TypeError', []],
  ])
  const sealed = recording.spans()[1]
  expect(JSON.stringify([sealed?.attributes, sealed?.status, sealed?.events])).not.toContain('4111')
})

test('jobs that are added are counted, and attempts are measured by their outcomes', async () => {
  traced()
  const count = job<boolean>({ name: 'trace.count', retries: 1, backoff: 0 })
  const { queue, runner } = build([
    handlerFor(count, (isFine) => {
      if (!isFine) throw new Error('no')
    }),
  ])
  await queue.add(count, true, { key: 'a' })
  await queue.add(count, true, { key: 'a' })
  await queue.add(count, false)
  await runner.drain()
  const of = async (name: string) =>
    (await recording.points(name)).filter(
      ({ attributes }) => attributes['messaging.destination.name'] === 'trace.count',
    )
  expect((await of('messaging.client.sent.messages')).map(({ value, attributes }) => [value, attributes])).toEqual([
    [
      2,
      {
        'messaging.system': 'app_jobs',
        'messaging.operation.name': 'add',
        'messaging.destination.name': 'trace.count',
      },
    ],
  ])
  const durations = await of('messaging.process.duration')
  expect(
    durations.map(({ value, attributes }) => [
      attributes['messaging.app_jobs.state'],
      attributes['error.type'],
      (value as Histogram).count,
    ]),
  ).toEqual([
    ['done', undefined, 1],
    ['waiting', 'Error', 1],
    ['failed', 'Error', 1],
  ])
  for (const { value } of durations) expect((value as Histogram).sum).toBeLessThan(1)
})

test('traceJobs() that is called twice makes one span an attempt, until both have ended; without metrics it measures nothing', async () => {
  const ends = [traceJobs({ metrics: false }), traceJobs({ metrics: false })]
  const send = job({ name: 'trace.twice' })
  const { queue, runner } = build([handlerFor(send, () => undefined)])
  const spans = []
  for (let at = 0; at < 3; at++) {
    await queue.add(send)
    await runner.drain()
    spans.push(recording.spans().length)
    ends[at]?.()
  }
  expect(spans).toEqual([1, 2, 2])
  const measured = await recording.points('messaging.process.duration')
  expect(measured.map(({ attributes }) => attributes['messaging.destination.name'])).not.toContain('trace.twice')
  expect(() => traceJobs({ metric: true } as never)).toThrow('traceJobs(): unknown option "metric"')
})

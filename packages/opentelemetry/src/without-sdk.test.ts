import { Application, text } from '@app/core'
import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, expect, test, vi } from 'vitest'
import { openTelemetry } from './index.ts'

afterAll(() => trace.disable())

test('openTelemetry() passes requests on without an SDK, and makes spans from the first request after an SDK is registered', async () => {
  const used = [
    vi.spyOn(context, 'active'),
    vi.spyOn(context, 'with'),
    vi.spyOn(propagation, 'extract'),
    vi.spyOn(metrics, 'getMeterProvider'),
  ]
  const app = new Application().pipe(openTelemetry({ metrics: false })).pipe(() => text('x'))
  await app.request('/')
  expect(used.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0])
  const names: string[] = []
  const processor = { onStart: ({ name }: { name: string }) => void names.push(name), onEnd: () => undefined }
  const done = async () => undefined
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [{ ...processor, forceFlush: done, shutdown: done }] }),
  )
  await app.request('/')
  expect(names).toEqual(['GET'])
})

import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  type DataPoint,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach } from 'vitest'

/** The spans and metrics that an SDK has recorded in the tests of one file. */
export interface Recording {
  /** The spans that have ended since the test began. */
  spans(): readonly ReadableSpan[]
  /** The data points of a metric since the process began. */
  points(name: string): Promise<readonly DataPoint<unknown>[]>
}

/** Registers the real SDK, which then records in memory. */
export function record(): Recording {
  const exporter = new InMemorySpanExporter()
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 1_000_000 })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  afterEach(() => exporter.reset())
  afterAll(async () => {
    await reader.shutdown()
    for (const api of [context, propagation, trace, metrics]) api.disable()
  })
  return {
    spans: () => exporter.getFinishedSpans(),
    points: async (name) => {
      measured.reset()
      await reader.forceFlush()
      const recorded = measured.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics)
      return recorded
        .flatMap((scope) => scope.metrics)
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ dataPoints }) => dataPoints as DataPoint<unknown>[])
    },
  }
}

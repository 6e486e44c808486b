import { register } from 'node:module'
import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

// Sets up the SDK as `@opentelemetry/sdk-node` does, but to record in memory.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
export const spans: InMemorySpanExporter = new InMemorySpanExporter()
export const measured: InMemoryMetricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
export const reader: PeriodicExportingMetricReader = new PeriodicExportingMetricReader({
  exporter: measured,
  exportIntervalMillis: 1_000_000,
})
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }))
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))

if (process.env.HTTP_INSTRUMENTATION === 'true') {
  registerInstrumentations({ instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()] })
}

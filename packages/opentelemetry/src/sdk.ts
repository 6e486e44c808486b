import { createNoopMeter, type Meter, metrics, type Tracer, type TracerProvider, trace } from '@opentelemetry/api'

const SCOPE = '@app/opentelemetry'

/** Returns the tracer of the SDK; `undefined` as long as no SDK is registered. */
export function registeredTracer(): Tracer | undefined {
  const provider: TracerProvider & Partial<Delegating> = trace.getTracerProvider()
  return provider.getDelegateTracer ? provider.getDelegateTracer(SCOPE) : provider.getTracer(SCOPE)
}

/** Returns the meter of the SDK; `undefined` as long as no SDK is registered. */
export function registeredMeter(): Meter | undefined {
  const meter = metrics.getMeter(SCOPE)
  return meter === NOOP ? undefined : meter
}

/** The part of the API's `ProxyTracerProvider` that shows whether an SDK is registered. */
interface Delegating {
  getDelegateTracer(name: string): Tracer | undefined
}

const NOOP = createNoopMeter()

import { Application, text } from '@app/core'
import { openTelemetry } from '@app/opentelemetry'
import { Rou3Router } from '@app/router-rou3'
import { trace } from '@opentelemetry/api'

/**
 * Makes a server span for each request by the registered tracer; the span is named after the route, if there is one.
 */
export async function tryOpenTelemetry() {
  const spans = []
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: (name) => spanIn(spans, name) }) })
  const users = new Application({ router: new Rou3Router() })
  users.get('/{id}', (request) => text(request.params.id))
  const app = new Application().pipe(openTelemetry()).pipe('/users', users)
  const missing = await app.fetch(new Request('https://localhost/none'))
  await missing.text()
  const found = await app.fetch(new Request('https://localhost/users/7'))
  const id = await found.text()
  trace.disable()
  return [`${spans[0].shown()} undefined`, `${spans[1].shown()} ${id}`]
}

/** A span of a tracer that is written by hand, since the tracers of SDKs do not run on all of these runtimes. */
function spanIn(spans, first) {
  let name = first
  const attributes = {}
  const span = {
    isRecording: () => true,
    updateName: (next) => {
      name = next
    },
    setAttributes: (more) => Object.assign(attributes, more),
    setStatus: () => span,
    end: () => spans.push(span),
    shown: () => `${name} ${attributes['http.response.status_code']}`,
  }
  return span
}

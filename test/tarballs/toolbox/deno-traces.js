import { Application, text } from '@app/core'
import { openTelemetry } from '@app/opentelemetry'
import { Rou3Router } from '@app/router-rou3'

/**
 * A program for Deno that sends three requests to itself. Deno makes spans of them if `OTEL_DENO` is `true`, and prints
 * the spans if `OTEL_EXPORTER_OTLP_PROTOCOL` is `console`.
 */
const users = new Application({ router: new Rou3Router() })
users.get('/{id}', (request) => text(request.params.id))
users.get('/{id}/fails', () => {
  throw new TypeError('gone')
})
const app = new Application({ onError: () => undefined }).pipe(openTelemetry()).pipe('/users', users)

const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, (request) =>
  app.fetch(request),
)
for (const path of ['/users/7', '/users/7/fails', '/none']) {
  const answer = await fetch(`http://127.0.0.1:${server.addr.port}${path}`)
  await answer.text()
}
await server.shutdown()

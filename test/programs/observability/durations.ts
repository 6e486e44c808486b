import { tracingChannel } from 'node:diagnostics_channel'
import type { RequestMessage } from '@app/core/logging'

/** The durations of requests in milliseconds, by method, route and status, such as `GET /users/{id} 200`. */
export const durations = new Map<string, number[]>()

const requests = tracingChannel<unknown, RequestMessage>('@app/core:request')

function note(message: unknown): void {
  const { method, route = 'none', status, duration } = message as RequestMessage
  if (duration === undefined) return // Not over yet: `asyncEnd` comes.
  const key = `${method} ${route} ${status}`
  durations.set(key, [...(durations.get(key) ?? []), duration])
}

requests.end.subscribe(note)
requests.asyncEnd.subscribe(note)

import { Application } from '@app/core'
import { eventStream } from '@app/event-stream'

/**
 * Shows that an event stream continues after the last event that the client has seen, sends a heartbeat, ends its
 * generator when the client leaves, and reports an error.
 */
export async function tryEventStream() {
  const seen = []
  const app = new Application({ onError: (error) => seen.push(error.message) })
  const endless = async function* (_request, { lastEventId, signal }) {
    try {
      yield { id: Number(lastEventId) + 1, data: { a: 1 } }
      yield { data: 'x\ny' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    } finally {
      seen.push('ended')
    }
  }
  const failing = async function* () {
    yield { data: 'x' }
    throw new Error('boom')
  }
  app.pipe('/endless', eventStream(endless, { heartbeat: 0.02 })).pipe(eventStream(failing))
  const headers = { 'last-event-id': '4' }
  const { body } = await app.fetch(new Request('https://localhost/endless', { headers }))
  const reader = body.getReader()
  const chunks = []
  for (let i = 0; i < 4; i++) chunks.push(new TextDecoder().decode((await reader.read()).value).trim())
  await reader.cancel()
  await (await app.fetch(new Request('https://localhost/'))).text()
  return [chunks.join().replaceAll('\n', ' '), ...seen]
}

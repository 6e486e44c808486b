import { Application, text } from '@app/core'
import { idempotency, memoryKeys } from '@app/idempotency'

/** Runs two requests with one key once, refuses the key for another body, and runs a request with another key. */
export async function tryIdempotency() {
  let runs = 0
  const app = new Application({ onError: () => undefined })
  app.pipe(idempotency({ store: memoryKeys(), scope: 'anyone' })).pipe(async (request) => {
    return text(`${++runs} ${await request.text()}`, { status: 201 })
  })
  const ask = async (key, body) => {
    const init = { method: 'POST', body, headers: { 'idempotency-key': key } }
    const answer = await app.fetch(new Request('https://localhost/', init))
    return `${answer.status} ${await answer.text()} ${answer.headers.get('idempotent-replayed')}`
  }
  return [await ask('"a"', 'ü'), await ask('"a"', 'ü'), await ask('"a"', 'x'), await ask('"b"', 'x')]
}

import { Application, text } from '@app/core'
import { rateLimit } from '@app/rate-limit'

/** Accepts two requests with a key and refuses the third; accepts a request with another key. */
export async function tryRateLimit() {
  const key = (request) => request.headers.get('x-key') ?? undefined
  const app = new Application({ onError: () => undefined }).pipe(rateLimit({ limit: 2, key })).pipe(() => text('x'))
  const ask = async (key) => {
    const answer = await app.fetch(new Request('https://localhost/', { headers: { 'x-key': key } }))
    return `${answer.status} ${answer.headers.get('ratelimit')} ${answer.headers.get('retry-after')}`
  }
  return [await ask('a'), await ask('a'), await ask('a'), await ask('b')]
}

import { endpoint, eventContent } from '@app/endpoint'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { ClientError, createClient } from './index.ts'
import { resume } from './resume.ts'

const watch = endpoint({ method: 'GET', path: '/', responses: { 200: eventContent(z.number()), 204: null } })

/**
 * Makes a client whose server answers with the given strings, one after the other, and then with 204. `asked` has the
 * `last-event-id` of each request.
 */
function answering(...texts: readonly (string | number)[]) {
  const asked: (string | null)[] = []
  const left = [...texts]
  const fetch = ({ headers }: Request) => {
    asked.push(headers.get('last-event-id'))
    const text = left.shift()
    if (typeof text === 'string') return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
    return new Response(null, { status: text ?? 204 })
  }
  return { asked, api: createClient({ watch }, { fetch, retries: 0 }) }
}

test('if the stream ends, resume calls again with the id of the last event, and the events continue after this event', async () => {
  const { asked, api } = answering('id: 1\nretry: 1\ndata: 10\n\n', 'data: 20\n\nid: 3\ndata: 30\n\n')
  const got: number[] = []
  for await (const event of resume((options) => api.watch({}, options))) {
    expectTypeOf(event.data).toEqualTypeOf<number>()
    got.push(event.data)
  }
  expect(got).toEqual([10, 20, 30])
  expect(asked).toEqual([null, '1', '3'])
})

test('resume repeats a call that rejects, and throws the error of the call after the allowed attempts without an event', async () => {
  let calls = 0
  const fetch = () => {
    calls++
    throw new TypeError('down')
  }
  const api = createClient({ watch }, { fetch, retries: 0 })
  const events = resume((options) => api.watch({}, options), { delay: 0.001, attempts: 2 })
  await expect(events.next()).rejects.toSatisfy(ClientError.is)
  expect(calls).toBe(3)
})

test('resume throws an error with the number of further calls if no response brings an event', async () => {
  const { asked, api } = answering('', '', '')
  const events = resume((options) => api.watch({}, options), { delay: 0.001, attempts: 2 })
  await expect(events.next()).rejects.toThrow('No event came in 2 further calls')
  expect(asked.length).toBe(3)
})

test('resume throws an error for a response without events, without a further attempt', async () => {
  const { asked, api } = answering(403)
  await expect(resume((options) => api.watch({}, options)).next()).rejects.toThrow('The response 403 has no events')
  expect(asked.length).toBe(1)
})

test('resume ends when the loop that reads the events ends, and the loop throws the reason of the signal when the signal aborts', async () => {
  const { asked, api } = answering('retry: 1\nid: 1\ndata: 1\n\n', 'id: 2\ndata: 2\n\n')
  for await (const event of resume((options) => api.watch({}, options))) if (event.data === 2) break
  expect(asked).toEqual([null, '1'])

  const gone = new AbortController()
  const waiting = resume((options) => api.watch({}, options), { signal: gone.signal, delay: 60 })
  gone.abort(new Error('left'))
  await expect(waiting.next()).rejects.toThrow('left')
})

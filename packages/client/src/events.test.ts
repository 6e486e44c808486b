import { endpoint, eventContent } from '@app/endpoint'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createClient } from './index.ts'

const watch = endpoint({ method: 'GET', path: '/', responses: { 200: eventContent(z.unknown()) } })

/** Reads the events of a stream that arrives in pieces. */
async function eventsOf(...pieces: (string | Uint8Array)[]) {
  const body = ReadableStream.from(pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece)))
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const answer = await createClient({ watch }, { fetch: () => response }).watch()
  if (answer.status !== 200) throw new Error('another status')
  const events = []
  for await (const event of answer.data) events.push(event)
  return events
}

const encoder = new TextEncoder()
const one = (data: unknown) => [{ data }]

/** The cases are from the examples in the HTML standard and from the Web Platform Tests, with JSON as data. */
describe('an event stream', () => {
  test.each<[string, string, unknown[]]>([
    ['lines of data are joined', 'data: [1,\ndata: 2]\n\n', one([1, 2])],
    ['a comment is not an event', ': hello\ndata: 1\n:\n\n', one(1)],
    ['one space after the colon is dropped', 'data:1\n\ndata:  2\n\n', [{ data: 1 }, { data: 2 }]],
    ['other spaces are kept', 'data: "  a"\nevent:  e \n\n', [{ data: '  a', event: ' e ' }]],
    [
      'an event has its name, id and retry',
      'event: e\nid: 7\nretry: 10\ndata: 1\n\n',
      [{ data: 1, event: 'e', id: '7', retry: 10 }],
    ],
    [
      'an id is valid until the next id, a name for one event',
      'id: 1\nevent: e\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\n',
      [
        { data: 1, event: 'e', id: '1' },
        { data: 2, id: '1' },
        { data: 3, id: '' },
      ],
    ],
    ['an id in a block without data is valid for the next events', 'id: 1\n\ndata: 2\n\n', [{ data: 2, id: '1' }]],
    ['an id with NUL is ignored', 'id: a\u0000b\ndata: 1\n\n', one(1)],
    ['a retry that is not a number is ignored', 'retry: 10x\nretry\ndata: 1\n\n', one(1)],
    ['an empty name of an event is ignored', 'event:\ndata: 1\n\n', one(1)],
    [
      'names of fields are in lower case, without a space before',
      'Data: 2\n data: 3\ndata : 4\ndatax: 5\ndata: 1\n\n',
      one(1),
    ],
    ['an event without a blank line after it is dropped', 'data: 1\n\ndata: 2\n', one(1)],
    ['blank lines are not events', '\n\n\ndata: 1\n\n\n\n', one(1)],
    [
      'lines end by CR, LF or both',
      'data: [1,\r\ndata: 2,\rdata: 3]\n\ndata: 4\r\rdata: 5\r\n\r\n',
      [{ data: [1, 2, 3] }, { data: 4 }, { data: 5 }],
    ],
    ['a byte order mark at the beginning is dropped', '\ufeffdata: 1\n\n', one(1)],
    ['a NUL before a field makes the field unknown', 'data: 1\n\u0000data: 2\n\n', one(1)],
  ])('an event stream: %s', async (_rule, text, events) => {
    expect(await eventsOf(text)).toEqual(events)
  })

  test('an event stream has the same events, whether it arrives as a whole or in pieces', async () => {
    const line = fc.constantFrom('data: 1', 'data:"é😀"', 'id: ü', ': x', 'event: a', '', '', 'retry: 1')
    const end = fc.constantFrom('\n', '\r', '\r\n')
    const text = fc.array(fc.tuple(line, end), { maxLength: 12 }).map((lines) => `${lines.flat().join('')}\n\n`)
    await fc.assert(
      fc.asyncProperty(text, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), async (whole, sizes) => {
        const bytes = encoder.encode(whole)
        const pieces: Uint8Array[] = []
        for (let from = 0; from < bytes.length; ) {
          const size = sizes.next().value
          pieces.push(bytes.slice(from, from + size))
          from += size
        }
        expect(await eventsOf(...pieces).catch(String)).toEqual(await eventsOf(bytes).catch(String))
      }),
    )
  })

  test('an event stream yields each event as it arrives, and is cancelled when the loop that reads the events ends', async () => {
    let cancelled = false
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode('data: 1\r\n\r')),
      cancel: () => {
        cancelled = true
      },
    })
    const response = new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
    const answer = await createClient({ watch }, { fetch: () => response }).watch()
    if (answer.status !== 200) throw new Error('another status')
    for await (const { data } of answer.data) {
      expect(data).toBe(1)
      break
    }
    await expect.poll(() => cancelled).toBe(true)
  })

  test('the loop over an event stream throws a ClientError if data is not JSON, the network fails, or an event does not fit its schema', async () => {
    await expect(eventsOf('data: x\n\n')).rejects.toMatchObject({
      reason: 'response',
      message: 'GET /: 200 is not JSON',
    })
    const failing = new ReadableStream({ start: (controller) => controller.error(new TypeError('reset')) })
    const response = () => new Response(failing, { headers: { 'content-type': 'text/event-stream' } })
    const answer = await createClient({ watch }, { fetch: response }).watch()
    if (answer.status !== 200) throw new Error('another status')
    const first = answer.data[Symbol.asyncIterator]().next()
    await expect(first).rejects.toMatchObject({ reason: 'network' })

    const numbers = endpoint({ method: 'GET', path: '/', responses: { 200: eventContent(z.number()) } })
    const wrong = () => new Response('data: "a"\n\n', { headers: { 'content-type': 'text/event-stream' } })
    const checked = await createClient({ numbers }, { fetch: wrong, validate: true }).numbers()
    if (checked.status !== 200) throw new Error('another status')
    await expect(checked.data[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'response' })
  })

  test('the loop over an event stream throws the reason of the signal when the signal of its call aborts', async () => {
    const controller = new AbortController()
    const fetch = ({ signal }: Request) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(encoder.encode('data: 1\n\n'))
          signal.addEventListener('abort', () => stream.error(signal.reason))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    const answer = await createClient({ watch }, { fetch }).watch({}, { signal: controller.signal })
    if (answer.status !== 200) throw new Error('another status')
    const seen = async () => {
      for await (const { data } of answer.data) controller.abort(new Error(`after ${data}`))
    }
    await expect(seen()).rejects.toThrow('after 1')
  })
})

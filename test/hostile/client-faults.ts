import { setTimeout as sleep } from 'node:timers/promises'
import { text } from '@app/core'
import { type Fault, get, post, SECRET } from './fault.ts'
import { rejecting, secret } from './handler-faults.ts'

/**
 * Clients that leave at each stage of a request: while they send it, while a handler works, and while they get the
 * response; and clients that send no valid request.
 */
export const clientFaults: readonly Fault[] = [
  {
    name: 'the client leaves while the handler works',
    install: (app, path) => app.get(path, () => sleep(60).then(() => text('late'))),
    steps: (path) => [...get(path), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
    reports: 0,
  },
  {
    name: 'the client leaves, and the handler fails afterwards',
    install: (app, path) => app.get(path, () => sleep(60).then(secretly)),
    steps: (path) => [...get(path), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
  },
  {
    name: 'the client leaves, and the handler fails in a listener of its signal',
    install: (app, path) =>
      app.get(path, ({ signal }) => {
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }),
    steps: (path) => [...get(path), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
  },
  {
    name: 'the client leaves in the middle of its upload',
    install: (app, path) => app.post(path, async (request) => text(await request.text())),
    steps: (path) => [post(path, 'half', 1_000), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
  },
  {
    name: 'the client leaves in the middle of an upload that the handler reads as a stream',
    install: (app, path) =>
      app.post(path, async (request) => {
        for await (const chunk of request.body as ReadableStream<Uint8Array>) void chunk
        return text('whole')
      }),
    steps: (path) => [post(path, 'half', 1_000), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
  },
  {
    name: 'the client closes its half of the connection in the middle of its upload',
    install: (app, path) => app.post(path, async (request) => text(await request.text())),
    steps: (path) => [post(path, 'half', 1_000), { wait: 20 }, { end: true }],
    outcomes: ['gone'],
  },
  {
    name: 'the client leaves in the middle of an upload that the handler does not read',
    install: (app, path) => app.post(path, () => sleep(60).then(() => text('late'))),
    steps: (path) => [post(path, 'half', 1_000), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
    reports: 0,
  },
  {
    name: 'the client leaves in the middle of a long answer',
    install: (app, path) => app.get(path, () => text('x'.repeat(8_000_000))),
    steps: (path) => [...get(path), { wait: 5 }, { abort: true }],
    outcomes: ['gone'],
    reports: 0,
  },
  {
    name: 'the client leaves a stream without end, and the function that cancels the stream throws',
    install: (app, path) => app.get(path, () => new Response(endless())),
    steps: (path) => [...get(path), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
    reports: 0,
  },
  {
    name: 'the client leaves a stream whose length is known',
    install: (app, path) => {
      const length = 50_000_000
      const answer = () =>
        new Response(new Blob(['x'.repeat(length)]).stream(), { headers: { 'content-length': `${length}` } })
      app.get(path, answer)
    },
    steps: (path) => [...get(path), { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
    reports: 0,
  },
  {
    name: 'the client leaves before it has sent all of its headers',
    install: (app, path) => app.get(path, rejecting(secret)),
    steps: (path) => [{ send: `GET ${path} HTTP/1.1\r\nHo` }, { wait: 20 }, { abort: true }],
    outcomes: ['gone'],
    reports: 0,
  },
  {
    name: 'the client sends bytes that are no HTTP',
    install: () => undefined,
    steps: () => [{ send: '\x16\x03\x01 no http\r\n\r\n' }],
    outcomes: [400],
    reports: 0,
  },
  {
    name: 'the client sends a header of 20 kB',
    install: (app, path) => app.get(path, () => text('too much')),
    steps: (path) => get(path, `x-a: ${'a'.repeat(20_000)}\r\n`),
    outcomes: [431],
    reports: 0,
  },
  {
    name: 'the client sends CONNECT, as to a proxy',
    install: (app, path) => app.any(path, () => text(SECRET)),
    steps: (path) => [{ send: `CONNECT ${path} HTTP/1.1\r\nHost: x\r\n\r\n` }],
    outcomes: ['cut'],
    reports: 0,
  },
  {
    name: 'the client sends an `Expect` that is not 100-continue',
    install: (app, path) => app.get(path, () => text(SECRET)),
    steps: (path) => get(path, 'Expect: miracles\r\n'),
    outcomes: [417],
    reports: 0,
  },
]

function secretly(): never {
  throw secret()
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      throw secret()
    },
  })
}

import { Readable } from 'node:stream'
import { empty, type Middleware, redirect, text } from '@app/core'
import { type Fault, get, SECRET } from './fault.ts'

const GIVEN: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  text: () => SECRET,
  'a number': () => 200,
  'a map': () => ({ status: 200, body: SECRET }),
  'a list': () => [SECRET],
  'a promise of nothing': async () => undefined,
  'a promise of a promise of a text': async () => Promise.resolve(SECRET),
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  'what only has then': () => ({ then: (resolve: (value: unknown) => void) => resolve(SECRET) }),
  'what throws in then': () => ({
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
    get then() {
      throw new Error(SECRET)
    },
  }),
  'a network error': () => Response.error(),
  'a response of status 101': () => lying({ status: 101 }),
  'a response of status 600': () => lying({ status: 600 }),
  'a response whose status is text': () => lying({ status: 'two' }),
  'a response whose headers throw when they are read': () => lyingGetter('headers'),
  'a response whose body throws when it is read': () => lyingGetter('body'),
  'a response whose reason phrase has a line break': () => lying({ statusText: 'a\r\nx-injected: 1' }),
}

/**
 * Handlers that return invalid answers, answers with wrong headers, answers whose body was read before, or streams that
 * fail.
 */
export const responseFaults: readonly Fault[] = [
  ...Object.entries(GIVEN).map(
    ([name, value]): Fault => ({
      name: `a handler gives ${name}`,
      install: (app, path) => app.get(path, value as unknown as Middleware),
    }),
  ),
  ...Object.entries({
    'a status of 1000': () => text('', { status: 1000 }),
    'a status of 101': () => new Response(null, { status: 101 }),
    'a header with a line break': () => text('', { headers: { 'x-a': 'a\r\nx-injected: 1' } }),
    'a header with a nul': () => new Response('', { headers: { 'x-a': 'a\0b' } }),
    'a header beyond Latin-1': () => text('', { headers: { 'x-a': '€' } }),
    'a header without a name': () => text('', { headers: { '': 'a' } }),
    'a body of a response with status 204': () => new Response('body', { status: 204 }),
    'a redirect with status 200': () => redirect('/', 200 as 302),
    'a redirect with a line break': () => redirect('/\r\nx-injected: 1'),
    'a content length that is not a number': () =>
      new Response(stream('abc'), { headers: { 'content-length': 'three' } }),
    'a content length that is a list': () => new Response(stream('abc'), { headers: { 'content-length': '3, 4' } }),
  }).map(
    ([name, value]): Fault => ({
      name: `a handler wants ${name}`,
      install: (app, path) => app.get(path, value),
    }),
  ),
  {
    name: 'a response is shared by two requests',
    install: (app, path) => {
      const shared = text('mine')
      app.get(path, () => shared)
    },
    outcomes: [200, 500],
  },
  {
    name: 'a response of the platform is shared by two requests',
    install: (app, path) => {
      const shared = new Response('mine')
      app.get(path, () => shared)
    },
    outcomes: [200, 500],
  },
  {
    name: 'an empty response is shared by two requests',
    install: (app, path) => {
      const shared = empty()
      app.get(path, () => shared)
    },
    outcomes: [204, 500],
  },
  {
    name: 'a handler gives a response whose body it has already read',
    install: (app, path) =>
      app.get(path, async () => {
        const response = new Response('read')
        await response.text()
        return response
      }),
  },
  {
    name: 'a handler gives a response of text() whose body it has already read',
    install: (app, path) =>
      app.get(path, async () => {
        const response = text('read')
        await response.text()
        return response
      }),
  },
  {
    name: 'the body of a response is locked',
    install: (app, path) =>
      app.get(path, () => {
        const response = new Response(stream('locked'))
        response.body?.getReader()
        return response
      }),
  },
  { name: 'a stream fails before its first byte', install: streaming(() => failing(0)) },
  { name: 'a stream fails after its first bytes', install: streaming(() => failing(1)), outcomes: ['cut'] },
  { name: 'a stream fails instead of ending', install: streaming(() => failing(3)), outcomes: ['cut'] },
  {
    name: 'a stream throws as soon as it is read',
    install: streaming(() => {
      return new ReadableStream({
        pull: () => {
          throw new Error(SECRET)
        },
      })
    }),
  },
  {
    name: 'a stream gives numbers',
    install: streaming(() => new ReadableStream({ start: (controller) => controller.enqueue(42) })),
    outcomes: ['cut'],
  },
  {
    name: 'a stream of node fails',
    install: streaming(() => Readable.toWeb(nodeStream()) as unknown as ReadableStream),
    outcomes: ['cut'],
  },
  {
    name: 'a stream is shorter than its content length',
    install: (app, path) => app.get(path, () => new Response(stream('short'), { headers: { 'content-length': '10' } })),
    outcomes: ['cut'],
  },
  {
    name: 'a stream is longer than its content length',
    install: (app, path) => app.get(path, () => new Response(stream('long'), { headers: { 'content-length': '2' } })),
    outcomes: ['cut'],
  },
  {
    name: 'the answer to HEAD has a stream, which throws when it is cancelled',
    install: streaming(() => {
      return new ReadableStream({
        cancel: () => {
          throw new Error(SECRET)
        },
      })
    }),
    steps: (path) => [
      {
        send: get(path)
          .map((step) => ('send' in step ? step.send.replace('GET', 'HEAD') : ''))
          .join(''),
      },
    ],
    outcomes: [200],
    reports: 0,
  },
]

function streaming(body: () => ReadableStream): Fault['install'] {
  return (app, path) => app.get(path, () => new Response(body()))
}

function stream(bytes: string): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream()
}

function failing(chunks: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      if (sent++ === chunks) controller.error(new Error(SECRET))
      else controller.enqueue(new TextEncoder().encode('part'))
    },
  })
}

function nodeStream(): Readable {
  return Readable.from(
    (async function* () {
      yield 'part'
      throw new Error(SECRET)
    })(),
    { objectMode: false },
  )
}

/** A response whose given properties were redefined, also with values that the constructor of `Response` refuses. */
function lying(properties: Readonly<Record<string, unknown>>): Response {
  const response = new Response('body')
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(response, name, { value })
  return response
}

function lyingGetter(name: string): Response {
  return Object.defineProperty(new Response('body'), name, {
    get: () => {
      throw new Error(SECRET)
    },
  })
}

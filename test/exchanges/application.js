import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { Application, HttpError, html, json, redirect, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * The application to which the transcripts send requests. It is JavaScript, so that it runs on a node that cannot run
 * TypeScript.
 */
const app = new Application({ router: new FindMyWayRouter() })
const bytes = (value) => new TextEncoder().encode(value)

/**
 * Gives a stream that pauses before each chunk: if chunks were written at once, versions of node would frame them in
 * different ways.
 */
function stream(...chunks) {
  const pull = async (controller) => {
    await sleep(10)
    if (chunks.length > 0) controller.enqueue(bytes(chunks.shift()))
    else controller.close()
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

app.pipe('/marked', async (request, handler) => {
  const response = await handler(request)
  response.headers.set('x-served-by', 'us')
  response.headers.append('vary', 'Accept')
  return response
})
app.get('/', () => text('Hello, world!'))
app.get('/marked/{id}', (request) => json({ id: request.params.id }))
app.get('/page', () => html('<p>größe</p>'))
app.get('/json', () => json({ name: 'größe', list: [1, 2, 3] }))
app.get('/user/{id}', async (request) => json({ id: request.params.id, page: request.query.get('page') }))
app.get('/end', () => text('the end of this exchange'))
app.get('/slow', async () => {
  await sleep(30)
  return text('slow')
})
app.get('/long', () => text('x'.repeat(300_000)))

app.get('/none', () => new Response(null, { status: 204 }))
app.get('/empty', () => text(''))
app.get('/not-modified', () => new Response(null, { status: 304, headers: { etag: '"1"' } }))
app.get('/moved', () => redirect('/elsewhere'))
app.get('/platform', () => Response.json({ a: 1 }, { status: 201 }))
app.get('/octets', () => new Response(Uint8Array.of(0, 1, 254, 255)))
app.get('/cookies', () => {
  const response = text('two')
  response.headers.append('set-cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT')
  response.headers.append('set-cookie', 'b=2; Path=/; HttpOnly')
  return response
})
app.get('/bad-value', () => text('never seen', { headers: { 'x-value': 'a\r\nx-injected: 1' } }))
app.get('/beyond-latin', () => text('never seen', { headers: { 'x-value': '€' } }))
app.get('/latin', () => text('größe', { headers: { 'x-value': 'Zoë' } }))
app.get('/reason', () => text('brewing', { status: 418, statusText: 'I am a teapot' }))
app.get('/framed', () =>
  text('größe', { headers: { 'content-length': '3', 'transfer-encoding': 'chunked', trailer: 'x' } }),
)
app.get('/close', () => text('bye', { headers: { connection: 'close' } }))
app.get('/throws', () => {
  throw new Error('the reason stays here')
})
app.get('/refuses', async () => {
  throw new HttpError(403, 'Not for you')
})

app.get('/stream', () => new Response(stream('one', 'two', 'three'), { headers: { 'content-type': 'text/plain' } }))
app.get('/stream-of-length', () => new Response(stream('one', 'two'), { headers: { 'content-length': '6' } }))
app.get('/stream-of-one', () => new Response(ReadableStream.from([bytes('größe')])))
app.get('/stream-fails', () => {
  const pull = (controller) => controller.error(new Error('before the first byte'))
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
})
app.get('/stream-breaks', () => {
  const chunks = ['one', 'two']
  const pull = async (controller) => {
    // After this pause, the chunks that were enqueued before have been sent.
    await sleep(20)
    if (chunks.length > 0) controller.enqueue(bytes(chunks.shift()))
    else controller.error(new Error('after some bytes'))
  }
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
})

/** Ways of reading a body, by name, and `never`, which reads none. Each gives the text of the answer. */
const READERS = {
  'at-once': (request) => request.text(),
  'after-await': async (request) => {
    await undefined
    return request.text()
  },
  'next-turn': async (request) => {
    await turn()
    return request.text()
  },
  'after-timer': async (request) => {
    await sleep(40)
    return request.text()
  },
  twice: async (request) => {
    const first = await request.text()
    await sleep(10)
    return `${first}, ${await request.text()}`
  },
  'twice-at-once': async (request) => (await Promise.all([request.text(), request.text()])).join(', '),
  stream: async (request) => {
    let read = ''
    for await (const chunk of request.body ?? []) {
      read += new TextDecoder().decode(chunk)
      await sleep(5)
    }
    return read
  },
  'stream-and-text': async (request) => {
    await new Response(request.body).text()
    return request.text().catch((error) => `${error.name}: ${error.message}`)
  },
  raw: (request) => request.raw.text(),
  never: () => 'never',
}
app.post('/read/{how}', async (request) => text(await READERS[request.params.how](request)))
app.post('/json', async (request) => json(await request.json()))

/** `/late` reads the body after it has answered; `/late/outcome` answers with the result. */
let settle
const late = new Promise((resolve) => {
  settle = resolve
})
app.post('/late', (request) => {
  setTimeout(() => request.text().then(settle, ({ message }) => settle(message)), 10)
  return text('answered')
})
app.get('/late/outcome', async () => text(await late))

const server = await app.run({ port: 0, host: '127.0.0.1', bodyLimit: 1_000 })
console.log(`READY ${server.address.port}`)

import { setTimeout as sleep } from 'node:timers/promises'
import { createContainer } from '@app/container-factory'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

// Runs two servers, whose answers take long or have no end.

/** A service that prints a line when it is disposed of. */
class Ends {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  dispose(): void {
    console.log(`disposed of ${this.#name}`)
  }
}

function application(name: string): Application {
  const container = createContainer({ dependencies: { factories: { database: () => new Ends(name) } } })
  container.get('database')
  const app = new Application({ router: new FindMyWayRouter(), container })
  app.get('/events', () => new Response(events(), { headers: { 'content-type': 'text/event-stream' } }))
  app.get('/deaf', () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }))
  app.get('/numbers', (request) => new Response(numbers(request.signal)))
  app.get('/download', () => new Response(slowly(), { headers: { 'content-length': '50000' } }))
  app.get('/poll', async (request) => {
    await new Promise((resolve) => request.stopping.addEventListener('abort', resolve, { once: true }))
    return text('ask again')
  })
  app.get('/slow', async () => {
    await sleep(600)
    return text('slow')
  })
  return app
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield new TextEncoder().encode(line)
}

function events(): ReadableStream {
  return ReadableStream.from(
    encoded(
      (async function* () {
        for (let i = 0; ; i++) {
          yield `data: ${i}\n\n`
          await sleep(20)
        }
      })(),
    ),
  )
}

function numbers(signal: AbortSignal): ReadableStream {
  return ReadableStream.from(
    encoded(
      (async function* () {
        for (let i = 0; !signal.aborted; i++) {
          yield `${i} `
          await sleep(20)
        }
        yield `ended by ${signal.reason.name}: ${signal.reason.message}`
      })(),
    ),
  )
}

async function* slowly(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < 50; i++) {
    yield new Uint8Array(1_000).fill(97)
    await sleep(20)
  }
}

const [first, second] = await Promise.all(
  ['first', 'second'].map((name) => application(name).run({ port: 0, host: '127.0.0.1', grace: 20 })),
)
console.log(`READY ${first?.address?.port} ${second?.address?.port}`)

import { Application, createServer, text } from '@app/core'

// Starts and closes three servers a hundred times, two by `run()` and one by `listen()`, and prints the numbers of
// listeners, handles and timers before and afterwards.

const log = console.log
console.log = () => undefined

const app = new Application()
app.pipe(() => text('hello'))

async function round(): Promise<void> {
  await using other = createServer(app)
  const [first, second] = [await app.run({ port: 0, host: '127.0.0.1' }), await app.run({ port: 0, host: '127.0.0.1' })]
  await other.listen({ port: 0, host: '127.0.0.1' })
  for (const server of [first, second, other]) {
    const response = await fetch(`http://127.0.0.1:${server.address?.port}/`, { headers: { connection: 'close' } })
    if ((await response.text()) !== 'hello') throw new Error(`got ${response.status}`)
  }
  await Promise.all([first.close(), second.close()])
}

function left(): object {
  const events = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection', 'exit']
  const counts = events.map((event) => [event, process.listenerCount(event)])
  const resources: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
  return { ...Object.fromEntries(counts), ...resources }
}

// The first use of `fetch` may leave handles that it keeps, so it happens before they are first counted.
await round()
const before = JSON.stringify(left())
for (let i = 0; i < 100; i++) await round()
await new Promise((resolve) => setTimeout(resolve, 100))
log(`${before}\n${JSON.stringify(left())}`)

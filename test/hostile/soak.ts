import { setTimeout as sleep } from 'node:timers/promises'
import { post } from './fault.ts'
import { measureMemory } from './measure-memory.ts'
import { ask, exchange, type Step } from './raw-exchange.ts'
import { SeededRandom } from './seeded-random.ts'
import { readSlowly } from './slow-reader.ts'
import { startFixture } from './started-fixture.ts'
import { readSteadily } from './steady-client.ts'

/**
 * `node test/hostile/soak.ts [minutes] [router]`: sends mixed load with aborts and slow clients from this process to
 * another. Prints among others the heap and the 99th percentile of the response times, at the beginning and at the end,
 * and the sockets that are left. Ends with 1 if the heap grows, if sockets are left, if the buffers exceed their limit,
 * if a client gets another response than expected, or if the process does not end with 0 at SIGTERM.
 */
const [minutes = '2', router = 'find-my-way'] = process.argv.slice(2)
const duration = Number(minutes) * 60_000
const SAMPLE_MS = 2_000
const READER_MS = 60_000
const READERS = 4
/** The number of event streams that are open at any time: each reader leaves after a second, and connects again. */
const EVENT_READERS = 200
/**
 * A limit in bytes for each of the `READERS`, which read an endless answer slowly. The run compares this number times
 * `READERS` with the size of all buffers of the attacked process. So the limit leaves room for bytes that other
 * clients have not read.
 */
const ON_THE_WAY = 48 * 1_048_576
const fixture = await startFixture(router)
const { port } = fixture
const random = new SeededRandom(1)
const started = Date.now()
const isOver = () => Date.now() - started > duration
const latencies: { readonly at: number; readonly ms: number }[] = []
const samples: { readonly at: number; readonly heap: number; readonly buffers: number }[] = []
const HONEST: readonly (readonly [string, number])[] = [
  ['/ping', 200],
  ['/public/name', 200],
  ['/query?a=1&b=2', 200],
  ['/admin/secret', 401],
  ['/nope', 404],
  ['/%zz', 400],
  ['/cookies2', 200],
  ['/s204', 204],
  ['/echo', 200],
]
const ABANDONED: readonly (readonly Step[])[] = [
  [{ send: 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n' }],
  [{ send: 'GET /big HTTP/1.1\r\nHost: x\r\n\r\n' }],
  [{ send: 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n' }],
  [{ send: 'GET /ping HTTP/1.1\r\nHo' }],
  [post('/echo', '{"a":', 5_000)],
  [post('/noread', 'x'.repeat(1_000), 100_000)],
]
/** The exchanges that did not get the expected answer, each with the response. */
const failures: string[] = []
let honest = 0
let abandoned = 0
let followed = 0
let taken = 0
let steady = 0

await Promise.all([
  ...Array.from({ length: 8 }, honestClient),
  ...Array.from({ length: 4 }, abandoningClient),
  ...Array.from({ length: 4 }, slowClient),
  ...Array.from({ length: READERS }, slowReader),
  ...Array.from({ length: EVENT_READERS }, eventReader),
  steadyReader(),
  sample(),
])
await sleep(1_000)
const { sockets } = await measureMemory(port)
fixture.stop()
const code = await fixture.ended

const warm = samples.filter(({ at }) => at > duration / 4)
const buffers = Math.max(...samples.map((sample) => sample.buffers))
const slope = slopeOf(warm.map(({ at, heap }) => [at / 60_000, heap / 1_048_576] as const))
console.table({
  'honest requests': honest,
  'exchanges that failed': failures.length,
  'requests abandoned or slow': abandoned,
  'event streams opened and left': followed,
  'heap at the start (MiB)': mebibytes(warm[0]?.heap),
  'heap at the end (MiB)': mebibytes(warm.at(-1)?.heap),
  'heap slope (MiB per minute)': Math.round(slope * 100) / 100,
  'taken slowly (MiB)': mebibytes(taken),
  'taken steadily (MiB)': mebibytes(steady),
  'buffers at most (MiB)': mebibytes(buffers),
  'sockets left': sockets,
  'p99 at the start (ms)': percentile(0, 0.2),
  'p99 at the end (ms)': percentile(0.8, 1),
  'exit code after SIGTERM': code ?? 'none',
})
for (const failure of failures) console.log(failure)
// In a run of two minutes, chance may let the heap grow by almost 1 MiB per minute; a leak in each request would cause
// far more.
const isFlat = slope < 1 && buffers < READERS * ON_THE_WAY && sockets <= 4
process.exit(failures.length === 0 && isFlat && code === 0 ? 0 : 1)

async function honestClient(): Promise<void> {
  while (!isOver()) {
    const before = Date.now()
    const [path, wanted] = random.pick(HONEST)
    const status = path === '/echo' ? await echo() : (await ask(port, path)).status
    // The time of one request in sixteen is kept, so that a long run does not fill the memory of this process.
    if (honest++ % 16 === 0) latencies.push({ at: before - started, ms: Date.now() - before })
    if (status !== wanted) failures.push(`${path}: ${status} after ${Date.now() - before} ms`)
  }
}

async function echo(): Promise<number> {
  const { bytes } = await exchange(port, [post('/echo', JSON.stringify({ a: 'x'.repeat(random.below(10_000)) }))])
  return Number(bytes.slice(9, 12))
}

async function abandoningClient(): Promise<void> {
  while (!isOver()) {
    abandoned++
    await exchange(port, [...random.pick(ABANDONED), { wait: random.below(20) }, { abort: true }])
  }
}

/** Sends a request in pieces, with pauses between them. */
async function slowClient(): Promise<void> {
  while (!isOver()) {
    abandoned++
    const pieces =
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}'.match(
        /[\s\S]{1,12}/g,
      ) as string[]
    const steps = pieces.flatMap((piece): Step[] => [{ send: piece }, { wait: 100 }])
    const { bytes, ended, ms } = await exchange(port, [...steps, { end: true }], { timeoutMs: 5_000 })
    if (!bytes.startsWith('HTTP/1.1 200')) failures.push(`a slow body: ${ended} after ${ms} ms, ${bytes.slice(0, 80)}`)
  }
}

/** Reads an endless stream, a little at a time, over connections of a minute at most, as long as the run lasts. */
async function slowReader(): Promise<void> {
  for (let left = duration; left > 0; left -= READER_MS) {
    let before = 0
    await readSlowly(port, '/stream', Math.min(left, READER_MS), (bytes) => {
      taken += bytes - before
      before = bytes
    })
  }
}

/** Opens an event stream, leaves it after a second, and opens the next. */
async function eventReader(): Promise<void> {
  const request = { send: 'GET /events HTTP/1.1\r\nHost: x\r\n\r\n' }
  for (; !isOver(); followed++) {
    const { bytes, ended, ms } = await exchange(port, [request, { wait: 1_000 + random.below(100) }, { abort: true }])
    if (!bytes.includes('data: news')) failures.push(`an event stream: ${ended} after ${ms} ms, ${bytes.slice(0, 80)}`)
  }
}

/** Reads 10 KB/s of an endless answer from a server in this process, which has the default limits. */
async function steadyReader(): Promise<void> {
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536))
  const client = await readSteadily(() => new Response(new ReadableStream({ pull })), 10_000, duration)
  steady = client.taken
  if (client.isCutReading) failures.push('a steady reader was cut off')
  await client.close()
}

async function sample(): Promise<void> {
  while (!isOver()) {
    const { heap, buffers } = await measureMemory(port)
    samples.push({ at: Date.now() - started, heap, buffers })
    await sleep(SAMPLE_MS)
  }
}

function percentile(from: number, to: number): number {
  const within = latencies.filter(({ at }) => at >= from * duration && at <= to * duration).map(({ ms }) => ms)
  return within.sort((a, b) => a - b)[Math.floor(within.length * 0.99)] ?? 0
}

/** The slope of a line through the points, by least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)))
  return covariance / mean(points.map(([at]) => (at - x) ** 2))
}

function mebibytes(bytes: number | undefined): number {
  return Math.round(((bytes ?? 0) / 1_048_576) * 10) / 10
}

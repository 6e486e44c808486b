import { fork, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CASES } from './cases.mjs'
import { askOnce, hasWrk, load, loadWithWrk, requestOf } from './load.mjs'

/**
 * Whole servers over sockets: `node servers.mjs [--peers ours-trouter,fastify] [--cases a,b] [--rounds 6] [--ms 1000]`.
 *
 * Each round measures the plain bare server, then a peer, alternating; the figure is bare CPU per request divided by the
 * peer's, the median over the rounds. `bare` against itself is the noise floor. Absolute throughput is not shown.
 */
const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    cases: { type: 'string', default: Object.keys(CASES).join() },
    rounds: { type: 'string', default: '6' },
    ms: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '50' },
    node: { type: 'string', default: process.execPath },
  },
})
const all = readdirSync(join(import.meta.dirname, 'peers')).map((file) => file.replace('.mjs', ''))
const peers = (values.peers?.split(',') ?? all).filter((peer) => peer !== 'bare')
const cases = values.cases.split(',')
const rounds = Number(values.rounds)
const options = { connections: Number(values.connections), milliseconds: Number(values.ms) }
let nextPort = 21_000

async function startPeer(name) {
  const port = nextPort++
  const started = performance.now()
  const child = fork(join(import.meta.dirname, 'serve-peer.mjs'), [name, String(port)], { execPath: values.node })
  if (hasWrk) spawnSync('taskset', ['-acp', '0', String(child.pid)])
  const { rss } = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  await askOnce(port, requestOf(CASES.a))
  const firstAnswer = performance.now() - started
  const usage = () =>
    new Promise((resolve) => {
      child.once('message', resolve)
      child.send('usage')
    })
  return { name, port, firstAnswer, rss, usage, stop: () => child.kill() }
}

/** CPU microseconds per request of one shot. */
async function shot(server, key, shotOptions = options) {
  const request = requestOf(CASES[key])
  const answer = await askOnce(server.port, request)
  const status = Number(answer.toString('latin1', 9, 12))
  if (status !== CASES[key].status) throw new Error(`${server.name} answers case ${key} with ${status}`)
  const { cpu: before } = await server.usage()
  const { answers, times } = hasWrk
    ? await loadWithWrk(server.port, CASES[key], shotOptions)
    : await load(server.port, request, answer.length, shotOptions)
  const { cpu: after, rss } = await server.usage()
  const micros = after.user + after.system - before.user - before.system
  return { cpu: micros / answers, p99: percentile(times, 0.99), rss }
}

function percentile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const median = (numbers) => percentile(numbers, 0.5)
const geometricMean = (numbers) => Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)

const bare = await startPeer('bare')
const rows = []
const floor = []
for (const name of [...peers, 'bare']) {
  const peer = await startPeer(name)
  const ratios = {}
  const p99 = []
  let rss = 0
  for (const key of cases) {
    await shot(bare, key, { ...options, milliseconds: 300 })
    await shot(peer, key, { ...options, milliseconds: 500 })
    const seen = []
    for (let round = 0; round < rounds; round++) {
      const reference = await shot(bare, key)
      const measured = await shot(peer, key)
      seen.push(reference.cpu / measured.cpu)
      p99.push(measured.p99 / reference.p99)
      rss = Math.max(rss, measured.rss)
    }
    ratios[key] = median(seen)
    if (name === 'bare') floor.push(Math.max(...seen.map((ratio) => Math.abs(Math.log(ratio)))))
  }
  peer.stop()
  rows.push({
    name,
    ratios,
    mean: geometricMean(Object.values(ratios)),
    p99: median(p99),
    rss,
    firstAnswer: peer.firstAnswer,
  })
  process.stderr.write(`${name} `)
}
bare.stop()
process.stderr.write('\n')

rows.sort((a, b) => b.mean - a.mean)
const cell = (value) => String(value).padStart(7)
console.log(
  `bare CPU per request / peer's; ${values.node}, ${rounds} rounds of ${options.milliseconds} ms, ${options.connections} connections`,
)
console.log(['peer'.padEnd(18), ...cases.map(cell), cell('geo'), cell('p99'), cell('MiB'), cell('first')].join(''))
for (const { name, ratios, mean, p99, rss, firstAnswer } of rows) {
  const figures = cases.map((key) => cell(ratios[key].toFixed(2)))
  const rest = [mean.toFixed(2), p99.toFixed(2), Math.round(rss / 2 ** 20), `${Math.round(firstAnswer)}ms`].map(cell)
  console.log([name.padEnd(18), ...figures, ...rest].join(''))
}
console.log(
  `noise floor: bare against bare within ±${((Math.exp(median(floor)) - 1) * 100).toFixed(0)} % in the worst single shot of a case`,
)
process.exit(0)

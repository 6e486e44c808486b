import { fork, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CASES } from './cases.mjs'
import { askOnce, hasWrk, load, loadWithWrk, requestOf } from './load.mjs'

/**
 * Whole servers over sockets: `node servers.mjs [--peers ours-trouter,fastify] [--cases a,b] [--starts 3] [--rounds 3] [--ms 1000]`.
 *
 * Each round measures the plain bare server, then a peer, alternating; the figure is bare CPU per request divided by the
 * peer's, the median over the rounds of several starts. `bare` against itself is the noise floor. Absolute throughput is not shown.
 */
const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    cases: { type: 'string', default: Object.keys(CASES).join() },
    starts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '50' },
    node: { type: 'string', default: process.execPath },
  },
})
const all = readdirSync(join(import.meta.dirname, 'peers')).map((file) => file.replace('.mjs', ''))
const peers = (values.peers?.split(',') ?? all).filter((peer) => peer !== 'bare')
const cases = values.cases.split(',')
const rounds = Number(values.rounds)
const starts = Number(values.starts)
const options = { connections: Number(values.connections), milliseconds: Number(values.ms) }
/** Long enough for the code of a case to be optimised. */
const WARM_UP_MS = 1_000
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
  const system = after.system - before.system
  const micros = after.user - before.user + system
  return { cpu: micros / answers, system: system / answers, p99: percentile(times, 0.99), rss }
}

function percentile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const median = (numbers) => percentile(numbers, 0.5)
const geometricMean = (numbers) => Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)

const rows = []
const floor = []
const kernel = []
for (const name of [...peers, 'bare']) {
  const ratios = Object.fromEntries(cases.map((key) => [key, []]))
  const p99 = []
  const firstAnswers = []
  let rss = 0
  // Two starts of one program differ by more than two of its rounds: where its code and data come to lie is luck.
  for (let start = 0; start < starts; start++) {
    const bare = await startPeer('bare')
    const peer = await startPeer(name)
    firstAnswers.push(peer.firstAnswer)
    for (const key of cases) {
      await shot(bare, key, { ...options, milliseconds: WARM_UP_MS })
      await shot(peer, key, { ...options, milliseconds: WARM_UP_MS })
      for (let round = 0; round < rounds; round++) {
        const reference = await shot(bare, key)
        const measured = await shot(peer, key)
        ratios[key].push(reference.cpu / measured.cpu)
        p99.push(measured.p99 / reference.p99)
        kernel.push(reference.system / reference.cpu)
        rss = Math.max(rss, measured.rss)
      }
    }
    bare.stop()
    peer.stop()
  }
  const medians = Object.fromEntries(cases.map((key) => [key, median(ratios[key])]))
  if (name === 'bare')
    floor.push(...cases.map((key) => Math.max(...ratios[key].map((ratio) => Math.abs(Math.log(ratio))))))
  rows.push({
    name,
    ratios: medians,
    mean: geometricMean(Object.values(medians)),
    p99: median(p99),
    rss,
    firstAnswer: median(firstAnswers),
  })
  process.stderr.write(`${name} `)
}
process.stderr.write('\n')

rows.sort((a, b) => b.mean - a.mean)
const cell = (value) => String(value).padStart(7)
console.log(
  `bare CPU per request / peer's; ${values.node}, ${starts} starts with ${rounds} rounds of ${options.milliseconds} ms, ${options.connections} connections`,
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
console.log(
  `${(median(kernel) * 100).toFixed(0)} % of the bare server's CPU is the kernel's, which no framework can save`,
)
process.exit(0)

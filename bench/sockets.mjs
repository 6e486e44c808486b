import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chooseCases, MAIN_CASES } from './cases.mjs'
import { chooseNodes, versionOf } from './nodes.mjs'
import { noiseOf } from './noise.mjs'
import { choosePeers } from './peers.mjs'
import { reportSockets } from './sockets/report.mjs'
import { otherRuntimes } from './sockets/runtimes.mjs'
import { ServedPeer } from './sockets/served-peer.mjs'
import { geometricMean, median, percentile, shuffled } from './statistics.mjs'
import { versions } from './versions.mjs'

/** Measures whole servers over sockets of the loopback; README.md explains the options and the results. */
const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    cases: { type: 'string' },
    stack: { type: 'boolean', default: false },
    toolbox: { type: 'boolean', default: false },
    ours: { type: 'string', multiple: true },
    nodes: { type: 'string' },
    runtimes: { type: 'string' },
    starts: { type: 'string' },
    bursts: { type: 'string' },
    count: { type: 'string' },
    connections: { type: 'string', default: '50' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { quick } = values
const set = ['stack', 'toolbox'].find((name) => values[name])
const cases = chooseCases(values.cases ?? (set === undefined ? MAIN_CASES.join() : undefined), set)
const starts = Number(values.starts ?? (quick ? 1 : 3))
const bursts = Number(values.bursts ?? (quick ? 2 : 60))
const shot = { connections: Number(values.connections), count: Number(values.count ?? (quick ? 200 : 3_000)) }
/** The number of rounds through all cases before the measurement, in which V8 optimises their code. */
const warmUp = quick ? 1 : 8
const note = (what) => process.stderr.write(`${what} `)

/**
 * The percentile of the bursts that becomes the figure of a case, as a fraction. It is low, since other programs on the
 * machine can only add time.
 */
const PART = 0.1

/**
 * Measures all peers, of which the first two are the copies of the plain server. Returns a row for each peer, and the
 * difference between these two copies by case, as `noise`.
 */
async function measure(peers, startOne) {
  const rows = new Map(peers.map(({ name }) => [name, { name, firsts: [], cpu: {}, times: [], kernel: [], bytes: [] }]))
  for (let i = 0; i < starts; i++) {
    const running = []
    try {
      for (const peer of shuffled(peers)) {
        const served = new ServedPeer()
        running.push({ row: rows.get(peer.name), served, seen: new Map(cases.map((key) => [key, []])) })
        rows.get(peer.name).firsts.push(await startOne(served, peer))
      }
      const each = cases.flatMap((key) => running.map((one) => ({ key, ...one })))
      for (let round = -warmUp; round < bursts; round++) {
        if (round % 10 === 0) note(round)
        for (const { key, row, served, seen } of shuffled(each)) {
          const { cpu, times } = await named(row.name, served.burst(key, shot))
          if (round < 0) continue
          seen.get(key).push(cpu)
          row.times.push(percentile(times, 0.99))
        }
      }
      for (const { row, served, seen } of running) {
        for (const [key, all] of seen) row.cpu[key] = [...(row.cpu[key] ?? []), percentile(all, PART)]
        row.kernel.push(served.kernelShare())
        row.bytes.push(served.memory())
      }
    } finally {
      for (const { served } of running) served.stop?.()
    }
  }
  const [plain, again] = rows.values()
  const noise = Object.fromEntries(cases.map((key) => [key, noiseOf(plain.cpu[key], again.cpu[key])]))
  return { noise, rows: rowsOf([...rows.values()]) }
}

/**
 * Returns the row of each peer in a table. A ratio is the mean CPU time of the two plain servers, divided by that of
 * the peer in the same start; the row has the median of all starts.
 */
function rowsOf(rows) {
  const [plain, again] = rows
  const ratio = (row, key) =>
    median(row.cpu[key].map((cpu, start) => (plain.cpu[key][start] + again.cpu[key][start]) / 2 / cpu))
  return rows.map((row) => {
    const ratios = Object.fromEntries(cases.map((key) => [key, ratio(row, key)]))
    return {
      name: row.name,
      ratios,
      geo: geometricMean(Object.values(ratios)),
      micros: Object.fromEntries(cases.map((key) => [key, median(row.cpu[key])])),
      kernel: median(row.kernel),
      p99: median(row.times),
      mebibytes: Math.max(...row.bytes) / 2 ** 20,
      first: median(row.firsts),
    }
  })
}

async function named(name, promise) {
  try {
    return await promise
  } catch (error) {
    throw new Error(`${name}: ${error.message}`)
  }
}

// This process, which sends the load, runs on the second core alone; the servers run on the first.
spawnSync('taskset', ['-acp', '1', String(process.pid)])
const runs = []
for (const node of values.runtimes && !values.nodes ? [] : await chooseNodes(values.nodes)) {
  runs.push({
    name: versionOf(node),
    ...(await measure(choosePeers({ ...values, set }), (served, { file }) => served.start(file, node, cases[0]))),
  })
}
for (const { name, version, peers } of otherRuntimes(values.runtimes)) {
  const measured = await measure(peers, (served, { command, args }) => served.startProgram(command, args, cases[0]))
  runs.push({ name: `${name} ${version}`, ...measured })
}
note('\n')
const isSound = reportSockets({ quick, starts, bursts, shot, cases, versions: versions(), runs }, values.json)
process.exit(isSound ? 0 : 1)

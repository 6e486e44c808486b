import { parseArgs } from 'node:util'
import { chooseCases, MAIN_CASES } from './cases.mjs'
import { chooseNodes, versionOf } from './nodes.mjs'
import { choosePeers } from './peers.mjs'
import { reportSockets } from './sockets/report.mjs'
import { otherRuntimes } from './sockets/runtimes.mjs'
import { ServedPeer } from './sockets/served-peer.mjs'
import { geometricMean, median, percentile, shuffled } from './statistics.mjs'
import { versions } from './versions.mjs'

/** Whole servers over sockets of the loopback; README.md says how to read and to call this. */
const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    cases: { type: 'string' },
    servers: { type: 'boolean', default: false },
    ours: { type: 'string', multiple: true },
    nodes: { type: 'string' },
    runtimes: { type: 'string' },
    starts: { type: 'string' },
    rounds: { type: 'string' },
    ms: { type: 'string' },
    connections: { type: 'string', default: '50' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { quick } = values
const set = values.servers ? 'servers' : undefined
const cases = chooseCases(values.cases ?? (set === undefined ? MAIN_CASES.join() : undefined), set)
const starts = Number(values.starts ?? (quick ? 1 : 3))
const rounds = Number(values.rounds ?? (quick ? 1 : 3))
const shot = { connections: Number(values.connections), milliseconds: Number(values.ms ?? (quick ? 200 : 1_000)) }
/** Long enough for the code of a case to be optimised. */
const warmUp = { ...shot, milliseconds: quick ? 200 : 1_000 }
const note = (what) => process.stderr.write(`${what} `)

/** All shots of some peers, by their names and cases; the first two are the copies of the plain server. */
async function measure(peers, startOne) {
  const seen = new Map(peers.map(({ name }) => [name, { name, firsts: [], shots: {} }]))
  for (let i = 0; i < starts; i++) {
    const running = []
    try {
      for (const peer of shuffled(peers)) {
        const served = new ServedPeer()
        running.push({ name: peer.name, served })
        seen.get(peer.name).firsts.push(await startOne(served, peer))
      }
      for (const key of cases) {
        note(key)
        for (const { served } of running) await served.shot(key, warmUp)
        for (let round = 0; round < rounds; round++) {
          for (const { name, served } of shuffled(running)) {
            const { shots } = seen.get(name)
            shots[key] = [...(shots[key] ?? []), { ...(await served.shot(key, shot)), round: `${i} ${round}` }]
          }
        }
      }
    } finally {
      for (const { served } of running) served.stop?.()
    }
  }
  return rowsOf([...seen.values()])
}

function rowsOf(seen) {
  const [plain, again] = seen
  const ratios = (shots, key, what) =>
    shots[key].map((each, i) => (plain.shots[key][i][what] + again.shots[key][i][what]) / 2 / each[what])
  return seen.map(({ name, firsts, shots }) => {
    const all = Object.fromEntries(cases.map((key) => [key, median(ratios(shots, key, 'cpu'))]))
    const user = Object.fromEntries(cases.map((key) => [key, median(ratios(shots, key, 'user'))]))
    const every = Object.values(shots).flat()
    return {
      name,
      all,
      user,
      geo: geometricMean(Object.values(all)),
      userGeo: geometricMean(Object.values(user)),
      kernel: median(every.map(({ cpu, system }) => system / cpu)),
      floor: median(cases.map((key) => Math.max(...ratios(shots, key, 'cpu').map((ratio) => Math.abs(ratio - 1))))),
      p99: median(every.map(({ times }) => percentile(times, 0.99))),
      mebibytes: Math.max(...every.map(({ rss }) => rss)) / 2 ** 20,
      first: median(firsts),
    }
  })
}

const runs = []
for (const node of values.runtimes && !values.nodes ? [] : await chooseNodes(values.nodes)) {
  const rows = await measure(choosePeers({ ...values, set }), (served, { file }) => served.start(file, node))
  runs.push({ runtime: versionOf(node), rows })
}
for (const { name, version, peers } of otherRuntimes(values.runtimes)) {
  const rows = await measure(peers, (served, { command, args }) => served.startProgram(command, args))
  runs.push({ runtime: `${name} ${version}`, rows })
}
note('\n')
const isSound = reportSockets({ quick, starts, rounds, shot, cases, versions: versions(), runs }, values.json)
process.exit(isSound ? 0 : 1)

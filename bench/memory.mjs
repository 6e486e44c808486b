import { parseArgs } from 'node:util'
import { chooseCases, MAIN_CASES } from './cases.mjs'
import { report } from './memory/report.mjs'
import { bytesOf, checkAnswers, cpuOfOneStart, listenerOf } from './memory/rounds.mjs'
import { chooseNodes, versionOf } from './nodes.mjs'
import { noiseOf } from './noise.mjs'
import { choosePeers } from './peers.mjs'
import { geometricMean, median } from './statistics.mjs'
import { versions } from './versions.mjs'

/**
 * Measures whole servers without sockets, and so without the kernel; README.md explains the options and the results.
 */
if (process.argv.includes('--types')) {
  await import('./types.mjs')
  process.exit()
}
const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    cases: { type: 'string' },
    ours: { type: 'string', multiple: true },
    nodes: { type: 'string' },
    starts: { type: 'string' },
    bursts: { type: 'string' },
    quick: { type: 'boolean', default: false },
    stack: { type: 'boolean', default: false },
    toolbox: { type: 'boolean', default: false },
    validated: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { quick } = values
const set = ['stack', 'toolbox', 'validated'].find((name) => values[name])
const cases = chooseCases(values.cases, set)
const starts = Number(values.starts ?? (quick ? 1 : 3))
const bursts = Number(values.bursts ?? (quick ? 10 : 100))
const warmUp = quick ? 2 : 8
const note = (what) => process.stderr.write(`${what} `)

/**
 * Measures all peers on one node binary. Returns a row for each peer, and the difference between the two copies of the
 * plain server.
 */
async function measureOn(node) {
  const peers = choosePeers({ ...values, set })
  const rows = new Map(peers.map(({ name }) => [name, { name, ratios: {}, bytes: {}, listener: {} }]))
  const seen = []
  for (let i = 0; i < starts; i++) seen.push(await cpuOfOneStart(peers, cases, { bursts, warmUp, node, note }))
  const plain = (start, key) => (start.get('plain')[key] + start.get('plain, again')[key]) / 2
  for (const { name } of peers) {
    const row = rows.get(name)
    for (const key of cases) row.ratios[key] = median(seen.map((start) => plain(start, key) / start.get(name)[key]))
    if (MAIN_CASES.every((key) => cases.includes(key)))
      row.geo = geometricMean(MAIN_CASES.map((key) => row.ratios[key]))
  }
  const all = (name, key) => seen.map((start) => start.get(name)[key])
  const noise = Object.fromEntries(cases.map((key) => [key, noiseOf(all('plain', key), all('plain, again', key))]))
  for (const { name, file } of peers) {
    note(name)
    rows.get(name).bytes = await bytesOf(file, cases, { warmUp, node })
    rows.get(name).listener = await listenerOf(file, cases, { node })
  }
  note('\n')
  return { name: versionOf(node), noise, rows: [...rows.values()] }
}

if (values.check) {
  const peers = choosePeers({ ...values, set })
  for (const node of await chooseNodes(values.nodes)) await checkAnswers(peers, cases, { node, note })
  console.log(`\n${peers.length} peers answer ${cases} correctly.`)
  process.exit()
}

const runs = []
for (const node of await chooseNodes(values.nodes)) runs.push(await measureOn(node))
const isSound = report({ quick, starts, bursts, cases, versions: versions(), runs }, values.json)
process.exit(isSound ? 0 : 1)

import { CASES } from '../cases.mjs'
import { noiseLine, tooNoisy } from '../noise.mjs'
import { table } from '../table.mjs'

/** Prints the measurements as tables or as JSON. Returns whether they are exact enough to be quoted. */
export function report(measured, asJson) {
  const { quick, starts, bursts, cases, versions, runs } = measured
  const refusals = tooNoisy(runs, cases)
  if (quick || starts < 3 || bursts < 100) refusals.push('fewer than 3 starts of 100 bursts')
  if (asJson) {
    console.log(JSON.stringify({ date: new Date().toISOString(), refusals, ...measured }, undefined, 2))
    return refusals.length === 0
  }
  for (const run of runs) printRun(run, cases)
  if (runs.length > 1) printNodes(runs, cases)
  for (const key of cases) console.log(`(${key}) ${CASES[key].title}`)
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  console.log(`\n${new Date().toISOString().slice(0, 10)}, ${starts} starts of ${bursts} bursts; ${names.join(', ')}`)
  for (const refusal of refusals) console.log(`NOT TO BE QUOTED: ${refusal}`)
  return refusals.length === 0
}

function printRun(run, cases) {
  const { name, rows } = run
  const sorted = rows.toSorted((a, b) => (b.geo ?? b.ratios[cases[0]]) - (a.geo ?? a.ratios[cases[0]]))
  table(`${name}: CPU per request of the plain server / that of the peer`, [...cases, 'geo'], sorted, (row, key) =>
    (key === 'geo' ? row.geo : row.ratios[key])?.toFixed(2),
  )
  console.log(noiseLine(run, cases))
  table('bytes per request of the young heap, those of node and of the bench included', cases, sorted, (row, key) =>
    row.bytes[key]?.toFixed(0),
  )
  table('the listener alone, nanoseconds', cases, sorted, (row, key) => row.listener[key]?.toFixed(0))
}

/** Prints a table of our servers on each node version; a figure is the ratio to the plain server on that version. */
function printNodes(runs, cases) {
  const rows = runs.flatMap(({ name: node, rows: all }) =>
    all.filter(({ name }) => name.startsWith('ours')).map((row) => ({ ...row, name: `${row.name} ${node}` })),
  )
  table('all nodes', [...cases, 'geo'], rows, (row, key) => (key === 'geo' ? row.geo : row.ratios[key])?.toFixed(2))
}

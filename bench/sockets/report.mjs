import { CASES } from '../cases.mjs'
import { noiseLine, tooNoisy } from '../noise.mjs'
import { table } from '../table.mjs'

/** Prints the measurements as tables or as JSON. Returns whether they are exact enough to be quoted. */
export function reportSockets(measured, asJson) {
  const { quick, starts, bursts, shot, cases, versions, runs } = measured
  const refusals = tooNoisy(runs, cases)
  if (quick || starts < 3 || bursts < 50) refusals.push('fewer than 3 starts of 50 bursts')
  if (asJson) {
    console.log(JSON.stringify({ date: new Date().toISOString(), refusals, ...measured }, undefined, 2))
    return refusals.length === 0
  }
  for (const run of runs) {
    const { name, rows } = run
    const sorted = rows.toSorted((a, b) => b.geo - a.geo)
    const rest = ['geo', 'kernel', 'p99 ms', 'MiB', 'first']
    table(
      `${name}: all CPU per request of the plain server / that of the peer`,
      [...cases, ...rest],
      sorted,
      (row, column) => {
        if (column === 'geo') return row.geo.toFixed(2)
        if (column === 'kernel') return `${(row.kernel * 100).toFixed(0)} %`
        if (column === 'p99 ms') return row.p99.toFixed(1)
        if (column === 'MiB') return row.mebibytes.toFixed(0)
        return column === 'first' ? `${row.first.toFixed(0)} ms` : row.ratios[column].toFixed(2)
      },
    )
    table('microseconds of CPU for a request', cases, sorted, (row, key) => row.micros[key].toFixed(1))
    console.log(noiseLine(run, cases))
  }
  for (const key of cases) console.log(`(${key}) ${CASES[key].title}`)
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const { connections, count } = shot
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${starts} starts of ${bursts} bursts of ${count} requests, ${connections} connections; ${names.join(', ')}`,
  )
  for (const refusal of refusals) console.log(`NOT TO BE QUOTED: ${refusal}`)
  return refusals.length === 0
}

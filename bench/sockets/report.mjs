import { table } from '../table.mjs'

/** Prints what was measured as tables or as JSON; gives whether it may be quoted. */
export function reportSockets(measured, asJson) {
  const { quick, starts, rounds, shot, cases, versions, runs } = measured
  const refusals = quick || starts < 3 || rounds < 3 ? ['fewer than 3 starts of 3 rounds'] : []
  if (asJson) {
    console.log(JSON.stringify({ date: new Date().toISOString(), refusals, ...measured }, undefined, 2))
    return refusals.length === 0
  }
  for (const { runtime, rows } of runs) {
    const sorted = rows.toSorted((a, b) => b.geo - a.geo)
    const rest = ['geo', 'kernel', 'p99 ms', 'MiB', 'first']
    table(
      `${runtime}: all CPU per request of the plain server / that of the peer`,
      [...cases, ...rest],
      sorted,
      (row, column) => {
        if (column === 'geo') return row.geo.toFixed(2)
        if (column === 'kernel') return `${(row.kernel * 100).toFixed(0)} %`
        if (column === 'p99 ms') return row.p99.toFixed(1)
        if (column === 'MiB') return row.mebibytes.toFixed(0)
        return column === 'first' ? `${row.first.toFixed(0)} ms` : row.all[column].toFixed(2)
      },
    )
    table('user CPU alone, without what the kernel takes', [...cases, 'geo'], sorted, (row, column) =>
      (column === 'geo' ? row.userGeo : row.user[column]).toFixed(2),
    )
    const floor = Math.max(...rows.slice(0, 2).map((row) => row.floor))
    console.log(
      `noise floor: the plain server against itself within ±${(floor * 100).toFixed(0)} % in the worst shot of a case`,
    )
  }
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const { connections, milliseconds } = shot
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${starts} starts with ${rounds} rounds of ${milliseconds} ms, ${connections} connections; ${names.join(', ')}`,
  )
  for (const refusal of refusals) console.log(`NOT TO BE QUOTED: ${refusal}`)
  return refusals.length === 0
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { table } from './table.mjs'
import { PEERS } from './types/peers.mjs'

/**
 * For each compared library, prints how many types the compiler instantiates for a program with the given numbers of
 * endpoints and one call of each endpoint. Other programs may run at the same time, since types are counted and no time
 * is measured: `node bench/memory.mjs --types --peers ours,trpc --endpoints 1,50`.
 */
const { values } = parseArgs({
  options: {
    peers: { type: 'string', default: Object.keys(PEERS).join() },
    endpoints: { type: 'string', default: '1,50,200,500' },
    compiler: { type: 'string', default: 'typescript' },
    types: { type: 'boolean' },
  },
})
const counts = values.endpoints.split(',')
const rows = values.peers.split(',').map((name) => ({ name }))
const folder = mkdtempSync(join(import.meta.dirname, '.types-'))
try {
  for (const row of rows) {
    for (const count of counts) row[count] = instantiations(PEERS[row.name], Number(count))
  }
} finally {
  rmSync(folder, { recursive: true })
}
table('Instantiations, in thousands', counts, rows, (row, count) => row[count] && `${Math.round(row[count] / 1000)}`)

function instantiations({ head, each, tail, call }, count) {
  const numbers = Array.from({ length: count }, (_, n) => n)
  writeFileSync(join(folder, 'app.ts'), [head, ...numbers.map(each), tail(numbers), ...numbers.map(call)].join('\n'))
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'] },
    ...{ types: [], skipLibCheck: true, exactOptionalPropertyTypes: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  const tsc = join(import.meta.dirname, '../node_modules', values.compiler, 'bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics'], { encoding: 'utf8' })
  // Returns no number if the compiler stops at a type that is too deep, which happens with a long chain of routes.
  if (/error TS(2589|2590)/.test(stdout)) return undefined
  if (stdout.includes('error TS')) throw new Error(stdout.slice(0, 2_000))
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1])
}

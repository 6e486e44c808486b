import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Prints the cost of importing the core and a router: the milliseconds, the milliseconds of CPU and the MiB that it
 * adds to a node that runs an empty file. Each figure is the least of 25 starts; the programs are started in turn. The
 * row of node:http has the cost that every server on node has anyway; its program uses `getBuiltinModule`, since
 * `import` would load WebSocket too.
 */
const STARTS = 25
const folder = mkdtempSync(join(tmpdir(), 'import-'))
const imports = (...names) =>
  names.map((name) => `await import(${JSON.stringify(import.meta.resolve(name))})`).join('\n')
const programs = {
  'bare node': '',
  'node:http': `process.getBuiltinModule('node:http')`,
  '@app/core': imports('@app/core'),
  '@app/core, @app/router-rou3': imports('@app/core', '@app/router-rou3'),
  '@app/core, @app/router-trouter': imports('@app/core', '@app/router-trouter'),
  '@app/core, @app/router-find-my-way': imports('@app/core', '@app/router-find-my-way'),
  'find-my-way': imports('find-my-way'),
}
const report =
  'const { user, system } = process.cpuUsage(); console.log(JSON.stringify({ cpu: (user + system) / 1_000, memory: process.memoryUsage.rss() / 2 ** 20 }))'

const seen = Object.keys(programs).map((name, i) => {
  const file = join(folder, `${i}.mjs`)
  writeFileSync(file, `${programs[name]}\n${report}\n`)
  return { name, file, starts: [] }
})
for (let round = -2; round < STARTS; round++) {
  for (const { file, starts } of seen) {
    const start = performance.now()
    const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    if (round >= 0) starts.push({ time: performance.now() - start, ...JSON.parse(stdout) })
  }
}
const least = (starts, key) => Math.min(...starts.map((start) => start[key]))
const [bare, ...others] = seen
const figures = (starts) =>
  ['time', 'cpu', 'memory'].map((key) => (least(starts, key) - least(bare.starts, key)).toFixed(1).padStart(8)).join('')
console.log(`${'over a bare node'.padEnd(38)}      ms     CPU     MiB`)
for (const { name, starts } of others) console.log(`${name.padEnd(38)}${figures(starts)}`)

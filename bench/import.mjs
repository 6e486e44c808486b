import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What it costs to import the core and one router: milliseconds and MiB over a bare node, the median of 15 alternating starts. */
const folder = mkdtempSync(join(tmpdir(), 'import-'))
const resolve = (name) => JSON.stringify(import.meta.resolve(name))
const imports = ['@app/core', '@app/router-find-my-way'].map((name) => `await import(${resolve(name)})`).join('\n')
const report = 'console.log(process.memoryUsage().rss)'
writeFileSync(join(folder, 'bare.mjs'), report)
writeFileSync(join(folder, 'ours.mjs'), `${imports}\n${report}`)

const seen = { bare: [], ours: [] }
for (let round = -2; round < 15; round++) {
  for (const name of ['bare', 'ours']) {
    const start = performance.now()
    const { stdout } = spawnSync(process.execPath, [join(folder, `${name}.mjs`)], { encoding: 'utf8' })
    if (round >= 0) seen[name].push({ time: performance.now() - start, rss: Number(stdout) / 2 ** 20 })
  }
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
const over = (key) => median(seen.ours.map((each) => each[key])) - median(seen.bare.map((each) => each[key]))
console.log(`import of core and router over bare node: ${over('time').toFixed(1)} ms, ${over('rss').toFixed(1)} MiB`)

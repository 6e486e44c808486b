import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Installs the tarballs of a folder with npm, and runs a program and the command line from them, on the node that runs
 * this file: `node try-tarballs.js FOLDER MAJOR`. The file is plain JavaScript without a dependency, for any node in
 * CI.
 */
const [source, major] = process.argv.slice(2)
assert.equal(
  process.versions.node.split('.')[0],
  major,
  `this is node ${process.version}, not the one that was asked for`,
)

const tarballs = readdirSync(source).filter((name) => name.endsWith('.tgz'))
assert.notEqual(tarballs.length, 0, `there is no tarball in ${source}`)
const folder = mkdtempSync(join(tmpdir(), 'tarballs-'))
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })
try {
  writeFileSync(join(folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
  run('npm', 'install', '--no-audit', '--no-fund', ...tarballs.map((name) => resolve(source, name)))
  copyFileSync(join(import.meta.dirname, 'round-trip.js'), join(folder, 'round-trip.js'))
  const served = run(process.execPath, 'round-trip.js')
  assert.match(served, / 200 \{"id":"7"\}, 201 é, 404 Not Found$/m)
  assert.ok(served.includes(process.version), `the program ran on another node:\n${served}`)
  writeFileSync(join(folder, 'app.js'), "import { Application } from '@app/core'\nexport default new Application()\n")
  const about = run(process.execPath, 'node_modules/@app/cli/dist/main.js', 'about')
  assert.ok(about.includes(`node ${process.versions.node} `), `the command line ran on another node:\n${about}`)
  console.log(served.trim())
  console.log(about.trim())
  console.log(`${process.version} runs the ${tarballs.length} tarballs`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

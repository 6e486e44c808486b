import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs the tests with the lowest versions of the packages of `@app` that package.json accepts, and with the newest,
 * since a range such as `^1.2.0` promises that the package works with both.
 */
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const needed = Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) => name.startsWith('@app/'))

for (const end of ['lowest', 'newest']) {
  const folder = mkdtempSync(join(tmpdir(), 'compatibility-'))
  const run = (...args) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  try {
    for (const path of ['package.json', 'tsconfig.json', 'api.md', 'src']) {
      cpSync(path, join(folder, path), { recursive: true })
    }
    const wanted = needed.map(([name, range]) => `${name}@${end === 'lowest' ? range.replace(/^[~^]|^>=/, '') : range}`)
    run('install', '--no-audit', '--no-fund', ...wanted)
    run('test')
    const versions = needed.map(([name]) => {
      return `${name} ${JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version}`
    })
    console.log(`passes on the ${end}: ${versions.join(', ')}`)
  } catch (error) {
    console.error(`fails on the ${end}, ${needed.map(([name]) => name).join(', ')}:\n${error.stdout ?? error}`)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

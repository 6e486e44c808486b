import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs the peers, and beside them our packages as they would be published. */
const here = import.meta.dirname
const packages = join(here, '../packages')
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })

if (!existsSync(join(here, 'node_modules/fastify')))
  run('npx', ['-y', 'pnpm@12', 'install', '--ignore-workspace', '--frozen-lockfile'], here)
const target = mkdtempSync(join(tmpdir(), 'bench-'))
for (const name of readdirSync(packages)) {
  const { name: full } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
  const { filename } = JSON.parse(
    run('npx', ['-y', 'pnpm@12', 'pack', '--json', '--pack-destination', target], join(packages, name)),
  )
  const folder = join(here, 'node_modules', full)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xzf', filename, '--strip-components=1', '-C', folder], here)
}
rmSync(target, { recursive: true })

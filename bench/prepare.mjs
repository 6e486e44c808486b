import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackTarballs } from './unpack-tarballs.mjs'

/**
 * Installs the libraries that our packages are compared with, and our packages from tarballs, as they would be
 * published.
 */
const here = import.meta.dirname
const pnpm = (args, cwd) =>
  execFileSync('npx', ['-y', 'pnpm@12', ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })

pnpm(['install', '--frozen-lockfile', '--prefer-offline'], here)
const target = mkdtempSync(join(tmpdir(), 'bench-'))
pnpm(['--filter', './packages/*', 'pack', '--pack-destination', target], join(here, '..'))
unpackTarballs(target, join(here, 'node_modules'))
rmSync(target, { recursive: true })

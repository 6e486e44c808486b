import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { cleanCopy } from '../../tools/clean-copy.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { nextRelease } from '../../tools/packed/next-release.ts'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { type Ended, runCommand } from '../programs/run-program.ts'

/** A folder for a copy of the next release, with its dependencies, and commands that run in it. */
interface ReleaseCopy {
  readonly folder: string
  make(): Promise<void>
  pnpm(...args: readonly string[]): Promise<Ended>
  git(...args: readonly string[]): Promise<Ended>
  read(path: string): string
  remove(): void
}

export function releaseCopy(): ReleaseCopy {
  const folder = newFolder('releasing')
  return {
    folder,
    make: async () => cleanCopy((await nextRelease(join(import.meta.dirname, '../..'))).repository, folder),
    pnpm: (...args) => runCommand('npx', ['-y', 'pnpm@12', ...args], { cwd: folder }, CHECK_LIMIT),
    git: (...args) => runCommand('git', args, { cwd: folder }),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs a command that has to succeed. */
export async function well(running: Promise<Ended>): Promise<void> {
  const { code, stdout, stderr } = await running
  expect(code, stdout + stderr).toBe(0)
}

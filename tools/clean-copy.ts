import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/**
 * Copies what git knows of a work tree, changed and new files included, into a repository of its own, and installs it.
 *
 * A release writes versions and change logs: in a copy there is nothing to take back.
 */
export function cleanCopy(from: string, to: string): void {
  const known = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: from,
  })
  for (const file of known.stdout.split('\0')) {
    if (file && existsSync(join(from, file))) cpSync(join(from, file), join(to, file))
  }
  makeRepository(to)
}

/** Copies the work tree of a commit into a repository of its own, and installs it. */
export function copyOfCommit(from: string, commit: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const archive = `${to}.tar`
  run('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: from })
  run('tar', ['-xf', archive, '-C', to], { cwd: from })
  rmSync(archive)
  makeRepository(to)
}

function makeRepository(folder: string): void {
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'user.name', 'A copy'],
    ['config', 'user.email', 'copy@localhost'],
    ['config', 'commit.gpgsign', 'false'],
    ['add', '--all'],
    ['commit', '--quiet', '--message=A copy of the work tree'],
  ]) {
    run('git', args, { cwd: folder })
  }
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder })
}

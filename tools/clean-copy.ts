import { cpSync, existsSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/**
 * Clones the work tree `from`, with its history, into a new repository `to`. Commits there the changes that are not
 * committed in `from`, except files that git ignores, and installs the dependencies.
 *
 * A trial of a release writes versions, change logs, commits and tags; in a copy, nobody has to undo them.
 */
export function cleanCopy(from: string, to: string): void {
  clone(from, to)
  for (const path of changedIn(from)) {
    if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path))
    else rmSync(join(to, path), { force: true })
  }
  commitAll(to, 'What is in the work tree')
  install(to)
}

/**
 * Does what `cleanCopy()` does, and also copies the built files (`dist`), for programs that use the copy without
 * building it.
 */
export function builtCopy(from: string, to: string): void {
  cleanCopy(from, to)
  copyBuilt(from, to)
}

/** Copies the built files of packages into another work tree with the same sources. */
export function copyBuilt(from: string, to: string): void {
  for (const dist of globSync('packages/*/dist', { cwd: from })) {
    rmSync(join(to, dist), { recursive: true, force: true })
    cpSync(join(from, dist), join(to, dist), { recursive: true })
  }
}

/**
 * Copies the work tree of a commit, with the history before it, into a repository of its own, and installs the
 * dependencies.
 */
export function copyOfCommit(from: string, commit: string, to: string): void {
  clone(from, to)
  run('git', ['checkout', '--quiet', '-B', 'main', commit], { cwd: to })
  install(to)
}

/** Commits all changes in a repository. */
export function commitAll(folder: string, message: string): void {
  run('git', ['add', '--all'], { cwd: folder })
  const { stdout } = run('git', ['status', '--porcelain'], { cwd: folder })
  if (stdout !== '') run('git', ['commit', '--quiet', `--message=${message}`], { cwd: folder })
}

function clone(from: string, to: string): void {
  run('git', ['clone', '--quiet', from, to], { cwd: from })
  for (const args of [
    ['config', 'user.name', 'A copy'],
    ['config', 'user.email', 'copy@localhost'],
    ['config', 'commit.gpgsign', 'false'],
    ['config', 'tag.gpgsign', 'false'],
    ['checkout', '--quiet', '-B', 'main'],
    ['remote', 'remove', 'origin'],
  ]) {
    run('git', args, { cwd: to })
  }
}

/** The paths of files that differ from the last commit, and of files that git does not track. */
export function changedIn(folder: string): readonly string[] {
  const changed = run('git', ['diff', '--name-only', '--no-renames', '-z', 'HEAD'], { cwd: folder })
  const others = run('git', ['ls-files', '-z', '--others', '--exclude-standard'], { cwd: folder })
  return `${changed.stdout}${others.stdout}`.split('\0').filter(Boolean)
}

function install(folder: string): void {
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder })
}

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { changedIn, cleanCopy, commitAll } from '../clean-copy.ts'
import { run } from '../run.ts'

/** The packages that a release of a work tree would publish, made by the commands of a release. */
export interface NextRelease {
  /** A built copy of the repository at the commit that raises the versions. No tool changes this folder. */
  readonly repository: string
  /** The tarballs of all public packages, and `publish-plan.json`. */
  readonly packed: string
}

/** The folder in a repository into which `pnpm release:pack` writes the tarballs. */
export const PACKED = '.release'

/**
 * Builds and packs the next release of a work tree into its folder `.packed`, unless that folder already has it. The
 * tests of the tarballs, the rehearsals and the comparison with the last release all use this folder.
 */
export async function nextRelease(root: string): Promise<NextRelease> {
  const all = join(root, '.packed')
  const key = keyOf(root)
  const folder = join(all, key)
  if (!existsSync(folder)) {
    const making = join(all, `${key}-${process.pid}`)
    mkdirSync(all, { recursive: true })
    try {
      await make(root, making)
    } catch (error) {
      rmSync(making, { recursive: true, force: true })
      throw error
    }
    for (const old of readdirSync(all)) if (!old.startsWith(key)) rmSync(join(all, old), { recursive: true })
    // If another process has made the same folder in the meantime, that folder is used.
    if (existsSync(folder)) rmSync(making, { recursive: true })
    else renameSync(making, folder)
  }
  return { repository: folder, packed: join(folder, PACKED) }
}

async function make(root: string, folder: string): Promise<void> {
  cleanCopy(root, folder)
  raiseVersions(folder)
  await withEmptyRegistry((env) => pack(folder, env))
}

/**
 * Raises the versions as the changesets say, and commits, like a release. Right after a release there are no
 * changesets, and no version changes.
 */
export function raiseVersions(repository: string): void {
  if (globSync('.changeset/*.md', { cwd: repository }).length > 0) run('pnpm', ['release:version'], { cwd: repository })
  commitAll(repository, 'Raise the versions')
}

/** Packs the versions that are not in the registry that `env` names. Throws for a tarball without a CHANGELOG.md. */
export function pack(repository: string, env: NodeJS.ProcessEnv): void {
  run('pnpm', ['release:pack'], { cwd: repository, env })
  for (const tarball of globSync(`${PACKED}/packages/*.tgz`, { cwd: repository })) {
    assert.match(run('tar', ['-tzf', tarball], { cwd: repository }).stdout, /^package\/CHANGELOG\.md$/m, tarball)
  }
}

/**
 * Calls a function with the environment variables of a registry without packages. With a registry that has all versions
 * already, `pack()` would pack nothing.
 */
async function withEmptyRegistry(use: (env: NodeJS.ProcessEnv) => void): Promise<void> {
  const child = fork(join(import.meta.dirname, 'empty-registry.js'))
  try {
    const [port] = (await once(child, 'message')) as [number]
    const registry = `http://127.0.0.1:${port}/`
    use({ ...process.env, npm_config_registry: registry, pnpm_config_registry: registry })
  } finally {
    child.kill()
  }
}

/**
 * Returns the key under which a built release is kept. The key changes with the last commit, and with each uncommitted
 * change that git sees.
 */
function keyOf(root: string): string {
  const hash = createHash('sha256').update(run('git', ['rev-parse', 'HEAD'], { cwd: root }).stdout)
  for (const path of changedIn(root)) {
    const file = join(root, path)
    hash.update(`\0${path}\0`)
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

if (import.meta.main) console.log((await nextRelease(join(import.meta.dirname, '../..'))).packed)

import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** pnpm by way of npm, which every machine with node has. */
export const PNPM: readonly string[] = ['-y', 'pnpm@12']

/** Runs a command quietly; what it printed is in the error when it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, CI: 'true' } })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}\n${stderr}`)
  }
}

/** A package as it would be published. */
export interface Tarball {
  readonly name: string
  readonly path: string
  readonly files: readonly string[]
}

/** Packs every public package with pnpm, as a release does, into a new folder outside of the workspace. */
export function packAll(): ReadonlyMap<string, Tarball> {
  const target = newFolder('tarballs')
  const manifests = globSync('packages/*/package.json', { cwd: ROOT })
  return new Map(
    manifests.map((path) => {
      const folder = join(ROOT, path, '..')
      const { name } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { name: string }
      const packed = JSON.parse(run('npx', [...PNPM, 'pack', '--json', '--pack-destination', target], folder)) as {
        filename: string
        files: { path: string }[]
      }
      return [name, { name, path: packed.filename, files: packed.files.map((file) => file.path) }]
    }),
  )
}

/** An empty folder outside of the workspace. */
export function newFolder(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `app-${purpose}-`))
}

import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** An application's folder outside of the workspace, with these files, that installs packages from their tarballs. */
export class Outside {
  readonly folder: string
  readonly #client: 'npm' | 'pnpm'
  readonly #tarballs: ReadonlyMap<string, Tarball>

  constructor(client: 'npm' | 'pnpm', tarballs: ReadonlyMap<string, Tarball>) {
    this.folder = newFolder(client)
    this.#client = client
    this.#tarballs = tarballs
    writeFileSync(join(this.folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
    if (client === 'npm') return
    // What the packages need of each other comes from tarballs too: none of them is in a registry yet.
    const overrides = [...tarballs.values()].map(({ name, path }) => `  '${name}': 'file:${path}'`)
    writeFileSync(join(this.folder, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('\n')}\n`)
  }

  /** Adds packages by name, or a folder by its path. */
  add(...names: readonly string[]): void {
    const paths = names.map((name) => this.#tarballs.get(name)?.path ?? name)
    if (this.#client === 'npm') run('npm', ['install', '--no-audit', '--no-fund', ...paths], this.folder)
    else run('npx', [...PNPM, 'add', ...paths], this.folder)
  }

  remove(name: string): void {
    if (this.#client === 'npm') run('npm', ['uninstall', '--no-audit', '--no-fund', name], this.folder)
    else run('npx', [...PNPM, 'remove', name], this.folder)
  }

  node(...args: readonly string[]): string {
    return run(process.execPath, args, this.folder)
  }

  delete(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'
import type { Tarball } from './pack-all.ts'

export const ROOT: string = join(import.meta.dirname, '../..')

/** pnpm by way of npm, which every machine with node has. */
export const PNPM: readonly string[] = ['-y', 'pnpm@12']

/** The text of a file in a tarball. */
export function readPacked(tarball: string, file: string): string {
  return run('tar', ['-xzOf', tarball, `package/${file}`], { cwd: ROOT }).stdout
}

/** An application's folder outside of the workspace that installs packages from their tarballs. */
export class Outside {
  readonly folder: string
  readonly #client: 'npm' | 'pnpm'
  readonly #tarballs: readonly Tarball[]

  constructor(client: 'npm' | 'pnpm', tarballs: readonly Tarball[]) {
    this.folder = newFolder(client)
    this.#client = client
    this.#tarballs = tarballs
    writeFileSync(join(this.folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
    if (client === 'npm') return
    // What the packages need of each other comes from tarballs too: none of them is in a registry yet.
    const overrides = tarballs.map(({ name, path }) => `  '${name}': 'file:${path}'`)
    writeFileSync(join(this.folder, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('\n')}\n`)
  }

  /** Adds packages by name, or a folder by its path. */
  add(...names: readonly string[]): void {
    const paths = names.map((name) => this.#tarballs.find((tarball) => tarball.name === name)?.path ?? name)
    if (this.#client === 'npm') this.#run('npm', 'install', '--no-audit', '--no-fund', ...paths)
    else this.#run('npx', ...PNPM, 'add', ...paths)
  }

  remove(name: string): void {
    if (this.#client === 'npm') this.#run('npm', 'uninstall', '--no-audit', '--no-fund', name)
    else this.#run('npx', ...PNPM, 'remove', name)
  }

  /** What node prints for these arguments. */
  node(...args: readonly string[]): string {
    return this.#run(process.execPath, ...args)
  }

  delete(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #run(command: string, ...args: readonly string[]): string {
    return run(command, args, { cwd: this.folder }).stdout
  }
}

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'
import type { Tarball } from './pack-all.ts'

export const ROOT: string = join(import.meta.dirname, '../..')

/** The text of a file in a tarball. */
export function readPacked(tarball: string, file: string): string {
  return run('tar', ['-xzOf', tarball, `package/${file}`], { cwd: ROOT }).stdout
}

/**
 * The folder of an application outside of the workspace. npm installs the packages in it from their tarballs;
 * `tools/rehearsal` tries other clients, such as pnpm.
 */
export class Outside {
  readonly folder: string
  readonly #tarballs: readonly Tarball[]

  constructor(tarballs: readonly Tarball[]) {
    this.folder = newFolder('outside')
    this.#tarballs = tarballs
    writeFileSync(join(this.folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
  }

  /**
   * Installs packages with npm. The name of a package of this repository stands for its tarball, and for the tarballs
   * of the `@app` packages that it depends on. Anything else, such as a folder, is passed to npm unchanged.
   */
  add(...names: readonly string[]): void {
    const paths = [...new Set(names.flatMap((name) => this.#withNeeds(name)))]
    this.#run('npm', 'install', '--no-audit', '--no-fund', ...paths)
  }

  /**
   * The paths of the tarballs of a package and of all packages of ours that it requires. Without a registry, npm would
   * not find these by their names.
   */
  #withNeeds(name: string): readonly string[] {
    const tarball = this.#tarballs.find((one) => one.name === name)
    if (tarball === undefined) return name.startsWith('@app/') ? [] : [name]
    const { dependencies, peerDependencies } = tarball.manifest
    const needs = Object.keys({ ...dependencies, ...peerDependencies }).filter((need) => need.startsWith('@app/'))
    return [tarball.path, ...needs.flatMap((need) => this.#withNeeds(need))]
  }

  remove(name: string): void {
    this.#run('npm', 'uninstall', '--no-audit', '--no-fund', name)
  }

  /** Runs node with these arguments, and returns the text that it writes to stdout. */
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

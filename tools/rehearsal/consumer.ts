import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'
import { type InstalledTree, versionsIn } from './installed-tree.ts'

/** A package manager that consumers use. */
export type Client = 'npm' | 'pnpm'

const COMMANDS = {
  npm: { add: ['install'], remove: ['uninstall'], update: ['update'], list: ['ls', '--all', '--long', '--json'] },
  pnpm: { add: ['add'], remove: ['remove'], update: ['update'], list: ['list', '--depth=Infinity', '--json'] },
} as const

/** An application outside of the workspace that installs its packages from a registry. */
export class Consumer {
  readonly client: Client
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv

  constructor(client: Client, folder: string, env: NodeJS.ProcessEnv) {
    this.client = client
    this.#folder = folder
    this.#env = env
    cpSync(join(import.meta.dirname, 'application'), folder, { recursive: true })
  }

  /** Adds, removes or updates packages; fails when the package manager has anything to say about peers. */
  change(how: 'add' | 'remove' | 'update', ...names: readonly string[]): void {
    const { stdout, stderr } = this.#run(this.client, [...COMMANDS[this.client][how], ...names])
    assert.doesNotMatch(stdout + stderr, /ERESOLVE|peer/i)
  }

  /** The version of each package that is installed; fails when one is there twice. */
  versions(): Readonly<Record<string, string>> {
    const printed = JSON.parse(this.#run(this.client, COMMANDS[this.client].list).stdout)
    return versionsIn((this.client === 'npm' ? printed : printed[0]) as InstalledTree)
  }

  /** Runs the program, which asks itself for /users/7 over loopback. */
  answers(): void {
    assert.match(this.#run(process.execPath, ['main.ts']).stdout, /^200 \{"id":"7"\}$/m)
  }

  typeChecks(): void {
    this.#run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'])
  }

  #run(command: string, args: readonly string[]) {
    return run(command, args, { cwd: this.#folder, env: this.#env })
  }
}

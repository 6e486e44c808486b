import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type Printed, run } from '../run.ts'
import type { Client } from './client.ts'
import { installedVersions } from './installed-versions.ts'

/** Matches the warning of pnpm about a slow machine. */
const OF_THE_CLIENT = /^.*\bRequest took \d+ms.*\n/gm

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

  /** Adds packages, and returns the warnings. */
  add(...names: readonly string[]): readonly string[] {
    return warningsIn(this.#run(this.client.name, this.client.add, ...names))
  }

  /** Removes packages, and returns the warnings. */
  remove(...names: readonly string[]): readonly string[] {
    return warningsIn(this.#run(this.client.name, this.client.remove, ...names))
  }

  /** Updates our packages to the newest versions in their ranges, and returns the warnings. */
  update(): readonly string[] {
    return warningsIn(this.#run(this.client.name, ...this.client.update))
  }

  /** The version of each installed package of ours; fails if one is installed twice. */
  versions(): Readonly<Record<string, string>> {
    return installedVersions(this.#folder)
  }

  /**
   * Runs `main.ts` of the application, which serves requests and sends itself one for /users/7 over loopback; fails
   * unless the request is answered and the server prints the given router as its own.
   */
  answers(router: string): void {
    const { stdout } = this.#run(process.execPath, 'main.ts')
    assert.match(
      stdout,
      new RegExp(`^Listening on http://127\\.0\\.0\\.1:\\d+ \\(${router}, 1 route\\)\n200 {"id":"7"}$`, 'm'),
    )
  }

  typeChecks(): void {
    this.#run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.')
  }

  #run(command: string, ...args: readonly string[]): Printed {
    return run(command, args, { cwd: this.#folder, env: this.#env })
  }
}

function warningsIn({ stdout, stderr }: Printed): readonly string[] {
  const printed = (stdout + stderr).replace(OF_THE_CLIENT, '')
  return printed.split('\n').filter((line) => /warn|peer|deprecat|ERESOLVE/i.test(line))
}

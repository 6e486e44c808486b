import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'

/** A package manager, with one of its linkers, which are its ways to lay out `node_modules`. */
export interface Client {
  readonly name: string
  readonly linker: string
  /** The program of the client, with the arguments that each of its commands begins with. */
  readonly command: readonly string[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
  /** The command that runs a program of the application. */
  readonly node: readonly string[]
  /** The variable that chooses the linker, for clients without an argument for that. */
  readonly env?: Readonly<Record<string, string>>
}

const INSTALLED = join(import.meta.dirname, 'node_modules')
const YARN_1_PROGRAM = join(INSTALLED, 'yarn/bin/yarn.js')
const YARN_4_PROGRAM = join(INSTALLED, '@yarnpkg/cli-dist/bin/yarn.js')
const BUN_PROGRAM = join(INSTALLED, 'bun/bin/bun.exe')

const COMMON = { add: ['add'], remove: ['remove'], node: [process.execPath] }

/** The npm that comes with node. */
export const NPM: Client = {
  ...{ ...COMMON, name: 'npm', linker: 'hoisted', command: ['npm'] },
  ...{ add: ['install'], remove: ['uninstall'] },
}

/** The pnpm with which this repository is built. */
export const PNPM: Client = { ...COMMON, name: 'pnpm', linker: 'isolated', command: ['pnpm'] }

/** Every client with which the installation of the packages is tested. */
export const CLIENTS: readonly Client[] = [
  NPM,
  PNPM,
  { ...PNPM, linker: 'hoisted', env: { pnpm_config_node_linker: 'hoisted' } },
  { ...COMMON, name: 'yarn 1', linker: 'hoisted', command: [process.execPath, YARN_1_PROGRAM] },
  yarn4('node-modules', 'node-modules'),
  yarn4('pnpm', 'pnpm'),
  yarn4("Plug'n'Play", 'pnp'),
  bun('hoisted'),
  bun('isolated'),
]

function yarn4(linker: string, setting: string): Client {
  const command = [process.execPath, YARN_4_PROGRAM]
  return { ...COMMON, name: 'yarn 4', linker, command, node: [...command, 'node'], env: { YARN_NODE_LINKER: setting } }
}

function bun(linker: string): Client {
  const flag = `--linker=${linker}`
  const command = [BUN_PROGRAM]
  return { name: 'bun', linker, command, add: ['add', flag], remove: ['remove', flag], node: command }
}

/** Installs missing clients, except npm, which comes with node, and pnpm, with which this repository is built. */
export function installClients(): void {
  if ([YARN_1_PROGRAM, YARN_4_PROGRAM, BUN_PROGRAM].every((file) => existsSync(file))) return
  run('pnpm', ['install', '--frozen-lockfile'], { cwd: import.meta.dirname })
}

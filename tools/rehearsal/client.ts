/** A package manager. */
export interface Client {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  readonly add: string
  readonly remove: string
  /** The arguments that update our packages to the newest versions in their ranges. */
  readonly update: readonly string[]
}

/** The npm that comes with Node. */
export const NPM: Client = { name: 'npm', add: 'install', remove: 'uninstall', update: ['update'] }

/** The pnpm with which this repository is built. */
export const PNPM: Client = { name: 'pnpm', add: 'add', remove: 'remove', update: ['update'] }

/** The yarn among the dependencies of this repository. `yarn up` without `-R` goes beyond the ranges. */
export const YARN: Client = { name: 'yarn', add: 'add', remove: 'remove', update: ['up', '-R', '@app/*'] }

/** The bun among the dependencies of this repository. */
export const BUN: Client = { name: 'bun', add: 'add', remove: 'remove', update: ['update'] }

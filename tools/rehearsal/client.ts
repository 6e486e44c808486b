/** A package manager. */
export interface Client {
  readonly name: 'npm' | 'pnpm'
  readonly add: string
  readonly remove: string
  /** The arguments by which the client prints the installed packages. */
  readonly list: readonly string[]
}

/** The npm that comes with Node. */
export const NPM: Client = {
  name: 'npm',
  add: 'install',
  remove: 'uninstall',
  list: ['ls', '--all', '--long', '--json'],
}

/** The pnpm with which this repository is built. */
export const PNPM: Client = {
  name: 'pnpm',
  add: 'add',
  remove: 'remove',
  list: ['list', '--depth=Infinity', '--json'],
}

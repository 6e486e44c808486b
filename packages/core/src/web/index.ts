import type { Server } from '@app/http'
import { noServer } from '@app/http/internal'
import type { PluginSearch } from '../node/find-plugins.ts'
import type { RunOptions } from '../node/run-program.ts'
import { routerNotSearchable } from '../routing/router-search.ts'

/** Always `undefined`: this platform has no `package.json` files, so installed packages are unknown. */
export async function defaultContainer(_from?: string | URL): Promise<undefined> {}

/** Finds no packages: this platform has no `package.json` files to search. */
export function findPlugins(_kind: string, _from?: string | URL): PluginSearch {
  return { root: undefined, plugins: [], missing: [] }
}

export function findRouter(_from?: string | URL): never {
  throw routerNotSearchable()
}

export function runProgram(
  _application: object,
  _runner: object,
  _parts: object,
  _options: RunOptions,
): Promise<Server> {
  throw noServer('app.run()')
}

export function run(_module: Promise<unknown>, _options?: RunOptions): Promise<Server> {
  throw noServer('run()')
}

/** Returns the message of the error alone: on this platform the files of the application are unknown. */
export function explainError(thrown: unknown, _root?: string): string {
  return String(thrown)
}

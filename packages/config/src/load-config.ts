import { dirname } from 'node:path'
import { ConfigFileError } from './config-file-error.ts'
import { type ConfigDefinition, DEFINITION } from './define-config.ts'
import type { Variables } from './environment.ts'
import { findConfigFile, packageRoot, startFolder } from './find-config-file.ts'
import { loadFile } from './load-file.ts'
import { fileOrigin } from './origin.ts'
import { resolveConfig } from './resolve-config.ts'
import { isBranded, refuseUnknownOptions } from './value-kinds.ts'

/** Options of `loadConfig`. */
export interface LoadOptions {
  /**
   * The file or folder where the search starts, as a path or a `file:` URL such as `import.meta.url`. Default: the
   * entry file of the process; the working directory if the process has no entry file, or one inside `node_modules`.
   */
  readonly from?: string | URL | undefined
  /**
   * The environment variables, which `env()` reads, and in which `APP_ENV` names the environment. Default: the
   * variables of the process, then those of `.env`.
   */
  readonly env?: Variables | undefined
}

/**
 * Finds `config/config.{ts,mts,js,mjs}`, in the folder where the search starts or in a folder above it, and loads and
 * merges the sources that this file defines.
 *
 * The folder of the nearest `package.json` is the root of every relative path in the configuration. `C` is the type
 * that the caller expects: it is checked only if the definition has a schema. Errors have a class for each kind of
 * failure, and name the file.
 *
 * @example
 * const config = await loadConfig()
 * const container = createContainer(config)
 */
export async function loadConfig<C extends object = Record<string, unknown>>(options: LoadOptions = {}): Promise<C> {
  refuseUnknownOptions('loadConfig()', options, ['from', 'env'])
  const { from, ...rest } = options
  const file = await findConfigFile(startFolder(from))
  const root = packageRoot(dirname(file))
  const origin = fileOrigin(file, root)
  const { default: definition } = await loadFile(origin)
  if (!isBranded(definition, DEFINITION)) throw ConfigFileError.notADefinition(origin, definition)
  return resolveConfig<C>(definition as unknown as ConfigDefinition<C>, { ...rest, root })
}

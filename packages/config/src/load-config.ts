import { dirname } from 'node:path'
import { refuseUnknown } from '@app/checks'
import { notADefinition } from './config-file-error.ts'
import { buildTrace } from './config-node.ts'
import { type ConfigDefinition, DEFINITION } from './define-config.ts'
import { environmentOf, type Variables } from './environment.ts'
import { findConfigFile, packageRoot, startFolder, toPath } from './find-config-file.ts'
import { loadLayers, mergeLayers, valuesAt } from './layers.ts'
import { loadFile } from './load-file.ts'
import { fileOrigin, rememberTrace } from './origin.ts'
import { postProcess } from './post-process.ts'
import { validate } from './validate.ts'
import { isBranded } from './value-kinds.ts'

/** Options of `loadConfig`. */
export interface LoadOptions {
  /**
   * The file or folder where the search for `config/config.*` starts, as a path or a `file:` URL such as
   * `import.meta.url`. Default: the entry file of the process; the working directory if the process has no entry file,
   * or one inside `node_modules`.
   */
  readonly from?: string | URL | undefined
  /**
   * The environment variables: `env()` reads them, and `APP_ENV`, else `NODE_ENV`, names the environment. Default: the
   * variables of the process, and for names that the process does not have, those of the file `.env` in the root. The
   * file `.env` is not read in the environment `test`, unless `APP_LOCAL` is true, and never if `APP_LOCAL` is false.
   */
  readonly env?: Variables | undefined
}

/**
 * Finds `config/config.{ts,mts,js,mjs}`, in the folder of `from` or in a folder above it, and loads and merges the
 * sources that this file defines.
 *
 * The root is the folder of the `package.json` nearest to this file: relative paths of sources start there. `C` is the
 * type that the caller expects, and nothing checks it; only a schema of the definition checks the values. Each kind of
 * failure has its own `code`.
 *
 * @example
 * const config = await loadConfig()
 * const container = createContainer(config)
 */
export async function loadConfig<C extends object = Record<string, unknown>>(options: LoadOptions = {}): Promise<C> {
  refuseUnknown('loadConfig()', options, ['from', 'env'])
  const { from, ...rest } = options
  const file = await findConfigFile(startFolder(from))
  const root = packageRoot(dirname(file))
  const origin = fileOrigin(file, root)
  const { default: definition } = await loadFile(origin)
  if (!isBranded(definition, DEFINITION)) throw notADefinition(origin, definition)
  return resolveConfig<C>(definition as unknown as ConfigDefinition<C>, { ...rest, root })
}

/** Options of `resolveConfig`. */
export interface ResolveOptions {
  /**
   * The folder from which relative paths of sources are resolved, as a path or a `file:` URL. Default: the folder of
   * the `package.json` nearest to the entry file of the process; nearest to the working directory if the process has no
   * entry file, or one inside `node_modules`.
   */
  readonly root?: string | URL | undefined
  /**
   * The environment variables: `env()` reads them, and `APP_ENV`, else `NODE_ENV`, names the environment. Default: the
   * variables of the process, and for names that the process does not have, those of the file `.env` in the root. The
   * file `.env` is not read in the environment `test`, unless `APP_LOCAL` is true, and never if `APP_LOCAL` is false.
   */
  readonly env?: Variables | undefined
}

/**
 * Loads and merges the sources of a definition, then runs its post-processors and its schema.
 *
 * The result consists of new maps and lists, which are frozen at every depth. Instances and functions in it belong to
 * the sources, and are not frozen. The sources themselves are never changed.
 *
 * @example
 * const config = await resolveConfig(defineConfig([configProvider, { greeting: 'Hello' }]), { env: {} })
 */
export async function resolveConfig<C extends object = Record<string, unknown>>(
  definition: ConfigDefinition<C>,
  options: ResolveOptions = {},
): Promise<C> {
  refuseUnknown('resolveConfig()', options, ['root', 'env'])
  const root = options.root === undefined ? packageRoot(startFolder()) : toPath(options.root, process.cwd())
  const environment = environmentOf(root, options.env)
  const { variables } = environment
  const layers = await loadLayers(definition.sources, root, environment, definition.loaders)
  let final = buildTrace(mergeLayers(layers), variables)
  for (const [index, processor] of definition.postProcessors.entries()) {
    final = await postProcess(final, processor, index + 1, variables)
  }
  if (definition.schema !== undefined) final = await validate(final, definition.schema, variables)
  rememberTrace(final.value as object, { ...final, givenAt: (path) => valuesAt(layers, path) })
  return final.value as C
}

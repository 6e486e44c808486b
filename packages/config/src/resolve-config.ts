import { buildTrace } from './build-trace.ts'
import type { ConfigDefinition } from './define-config.ts'
import { environmentOf, type Variables } from './environment.ts'
import { packageRoot, startFolder, toPath } from './find-config-file.ts'
import { loadLayers } from './load-layers.ts'
import { mergeLayers, valuesAt } from './merge-layers.ts'
import { postProcess } from './post-process.ts'
import { rememberTrace } from './trace.ts'
import { validate } from './validate.ts'
import { refuseUnknownOptions } from './value-kinds.ts'

/** Options of `resolveConfig`. */
export interface ResolveOptions {
  /**
   * The folder from which relative paths in the configuration are resolved, as a path or a `file:` URL. Default: the
   * folder of the `package.json` nearest to the entry file.
   */
  readonly root?: string | URL | undefined
  /**
   * The environment variables, which `env()` reads, and in which `APP_ENV` names the environment. Default: the
   * variables of the process, then those of `.env`.
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
  refuseUnknownOptions('resolveConfig()', options, ['root', 'env'])
  const root = options.root === undefined ? packageRoot(startFolder()) : toPath(options.root, process.cwd())
  const environment = environmentOf(root, options.env)
  const { variables } = environment
  const layers = await loadLayers(definition.sources, root, environment, definition.loaders)
  const merged = buildTrace(mergeLayers(layers), variables)
  const processed = await postProcess(merged, definition.postProcessors, variables)
  const { schema } = definition
  const final = schema === undefined ? processed : await validate(processed, schema, variables)
  rememberTrace(final.value as object, { ...final, givenAt: (path) => valuesAt(layers, path) })
  return final.value as C
}

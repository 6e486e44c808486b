import { buildTrace, type Variables } from './build-trace.ts'
import type { ConfigDefinition } from './define-config.ts'
import { packageRoot } from './find-config-file.ts'
import { loadLayers } from './load-layers.ts'
import { mergeLayers } from './merge-layers.ts'
import { postProcess } from './post-process.ts'
import { startFolder, toPath } from './start-folder.ts'
import { validate } from './validate.ts'

/** How a definition is resolved. */
export interface ResolveOptions {
  /** Where relative paths start: a path or a `file:` URL. Default: the folder of the `package.json` nearest to the entry file. */
  readonly root?: string | URL
  /** The environment that `env()` reads. Default: `process.env`. */
  readonly env?: Variables
}

/**
 * Loads and merges the sources of a definition, then runs its post-processors and its schema.
 *
 * The result is a map of fresh maps and lists, frozen all the way down; instances and functions in it are the sources' own
 * and not frozen. Sources are never written to.
 */
export async function resolveConfig<C extends object = Record<string, unknown>>(
  definition: ConfigDefinition<C>,
  options: ResolveOptions = {},
): Promise<C> {
  const root = options.root === undefined ? packageRoot(startFolder()) : toPath(options.root, process.cwd())
  const variables = options.env ?? process.env
  const merged = buildTrace(mergeLayers(await loadLayers(definition.sources, root)), variables)
  const processed = await postProcess(merged, definition.postProcessors, variables)
  const { schema } = definition
  const final = schema === undefined ? processed : await validate(processed, schema, variables)
  return final.value as C
}

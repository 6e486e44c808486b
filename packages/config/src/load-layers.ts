import { AUTOLOAD, autoloadFiles } from './autoload.ts'
import { ConfigFileError } from './config-file-error.ts'
import type { Layer } from './config-node.ts'
import type { ConfigSource } from './define-config.ts'
import type { Environment } from './environment.ts'
import { FILE, type FileLoaders } from './file.ts'
import { toPath } from './find-config-file.ts'
import { loadFile } from './load-file.ts'
import { type FileOrigin, fileOrigin, type Origin } from './origin.ts'
import { readLayer } from './read-layer.ts'
import { SEARCH, searchSettings } from './search.ts'
import { describeValue, isBranded, isMap } from './value-kinds.ts'

/**
 * Loads the sources one after the other, and gives the layers to merge: one layer for the content of each file, map and
 * provider.
 */
export async function loadLayers(
  sources: readonly ConfigSource[],
  root: string,
  environment: Environment,
  loaders: FileLoaders = {},
): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  for (const [index, source] of sources.entries()) {
    layers.push(...(await loadSource(source, index + 1, root, environment, loaders)))
  }
  return layers
}

async function loadSource(
  source: ConfigSource,
  position: number,
  root: string,
  environment: Environment,
  loaders: FileLoaders,
): Promise<readonly Layer[]> {
  if (isBranded(source, AUTOLOAD)) {
    return loadFiles(await autoloadFiles(toPath(source[AUTOLOAD], root), root, environment, loaders), loaders)
  }
  if (isBranded(source, FILE)) return loadFiles([fileOrigin(toPath(source[FILE], root), root)], loaders)
  if (isBranded(source, SEARCH)) {
    const found = await searchSettings(source, root, loaders)
    return found === undefined ? [] : [layerOf(found.settings, found.origin)]
  }
  if (typeof source === 'function') return [await callProvider(source as () => unknown, position)]
  const origin: Origin = { name: `source ${position}` }
  if (!isMap(source)) throw ProviderError.notASource(origin, source)
  return [readLayer(source, origin)]
}

async function loadFiles(origins: readonly FileOrigin[], loaders: FileLoaders): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  for (const origin of origins) {
    const { default: map } = await loadFile(origin, loaders)
    layers.push(layerOf(map, origin))
  }
  return layers
}

function layerOf(map: unknown, origin: FileOrigin): Layer {
  if (!isMap(map)) throw ConfigFileError.notAMap(origin, map)
  return readLayer(map, origin)
}

async function callProvider(provider: () => unknown, position: number): Promise<Layer> {
  const name = `source ${position}`
  const origin: Origin = { name: provider.name === '' ? name : `${provider.name} (${name})` }
  const map = await call(provider, origin)
  if (!isMap(map)) throw ProviderError.notAMap(origin, map)
  return readLayer(map, origin)
}

async function call(provider: () => unknown, origin: Origin): Promise<unknown> {
  try {
    return await provider()
  } catch (cause) {
    throw ProviderError.threw(origin, cause)
  }
}

/**
 * The error for an invalid source, or for a provider that threw or did not give a map.
 *
 * @example
 * try {
 *   await loadConfig()
 * } catch (error) {
 *   if (!(error instanceof ProviderError)) throw error
 *   console.error(error.message)
 * }
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /** The name of the source, such as `configProvider (source 2)`. */
  readonly source: string

  private constructor(origin: Origin, problem: string, cause?: unknown) {
    super(`${origin.name} ${problem}`, cause === undefined ? {} : { cause })
    this.source = origin.name
  }

  static notASource(origin: Origin, got: unknown): ProviderError {
    const hint = 'A source is a map, a function that gives a map, autoload(folder), file(path) or search(name)'
    return new ProviderError(origin, `of the configuration is ${describeValue(got)}. ${hint}.`)
  }

  static notAMap(origin: Origin, got: unknown): ProviderError {
    return new ProviderError(origin, `gave ${describeValue(got)} in place of a map. Return \`{ … }\` from it.`)
  }

  static threw(origin: Origin, cause: unknown): ProviderError {
    return new ProviderError(origin, 'threw an error; see the cause of this error.', cause)
  }
}

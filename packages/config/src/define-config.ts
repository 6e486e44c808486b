import { refuseUnknown } from '@app/checks'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { AutoloadFiles } from './autoload.ts'
import type { ConfigFile, FileLoader } from './file.ts'
import type { ConfigSearch } from './search.ts'

/** A part of the configuration: a map, or a function without arguments that returns a map or a promise of a map. */
export type Provider<C extends object = object> = C | (() => C | Promise<C>)

/** An item in the list of `defineConfig`. */
export type ConfigSource = Provider | AutoloadFiles | ConfigFile | ConfigSearch

/** A function that gets the merged configuration, which is frozen, and returns a changed copy of it. */
export type PostProcessor<C extends object = Record<string, unknown>> = (config: C) => object | Promise<object>

/** The property by which a result of `defineConfig` is recognized. */
export const DEFINITION: unique symbol = Symbol.for('@app/config/definition')

/** Options of `defineConfig`. */
export interface ConfigOptions<C extends object = Record<string, unknown>> {
  /**
   * Functions that change the merged configuration, in this order. They run before the schema, so the configuration
   * that they get is not validated yet.
   */
  readonly postProcessors?: readonly PostProcessor<C>[] | undefined
  /**
   * Loaders for files of further languages, by extension, as lilconfig takes them: `{ '.yaml': (_file, text) =>
   * parse(text) }`. `autoload()`, `file()` and `search()` then read files with these extensions.
   */
  readonly loaders?: Readonly<Record<`.${string}`, FileLoader>> | undefined
  /**
   * Validates the configuration: any validator that implements Standard Schema. Its output becomes the configuration.
   */
  readonly schema?: StandardSchemaV1<unknown, C> | undefined
}

/** The result of `defineConfig`: the sources of a configuration in their order, and the options. */
export interface ConfigDefinition<C extends object = Record<string, unknown>> extends ConfigOptions<C> {
  readonly [DEFINITION]: true
  readonly sources: readonly ConfigSource[]
  readonly postProcessors: readonly PostProcessor<C>[]
}

/**
 * Defines the sources of a configuration, in the order in which they are merged later. Loads nothing yet.
 *
 * Later sources win: maps merge by key, lists append, scalars and null replace, `undefined` keeps the earlier value
 * (contract 2.7, 2.8). Instances of classes and functions are values: they are kept by reference, and nothing is merged
 * into them. Throws an `OptionError` for an unknown option.
 *
 * @example
 * export default defineConfig([configProvider, { greeting: env('GREETING', 'Hello') }, autoload('config/autoload')])
 */
export function defineConfig<C extends object = Record<string, unknown>>(
  sources: readonly ConfigSource[],
  options: ConfigOptions<C> = {},
): ConfigDefinition<C> {
  refuseUnknown('defineConfig()', options, ['postProcessors', 'loaders', 'schema'])
  return Object.freeze({
    [DEFINITION]: true as const,
    ...options,
    sources: Object.freeze([...sources]),
    postProcessors: Object.freeze([...(options.postProcessors ?? [])]),
  })
}

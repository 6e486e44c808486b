import type { AutoloadFiles } from './autoload.ts'
import type { ConfigFile } from './file.ts'

/** A map, or a function without arguments that gives one or promises one. */
export type Provider<C extends object = object> = C | (() => C | Promise<C>)

/** Whatever may stand in the list of `defineConfig`. */
export type ConfigSource = Provider | AutoloadFiles | ConfigFile

/** Makes a changed copy of the merged configuration, which it is given frozen. */
export type PostProcessor<C extends object = Record<string, unknown>> = (config: C) => object | Promise<object>

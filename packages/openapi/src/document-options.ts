import type { Application } from '@app/core'
import type { OpenApiOptions } from './openapi-document.ts'

/**
 * The key in `globalThis` under which all copies of this package keep the options of `openApi()`. So the copy that runs
 * `app openapi` finds the options that the application passed to its own copy.
 */
const REGISTRY: unique symbol = Symbol.for('@app/openapi/options')

type Registry = WeakMap<Application, OpenApiOptions>

function registry(): Registry {
  const shared = globalThis as { [REGISTRY]?: Registry }
  shared[REGISTRY] ??= new WeakMap()
  return shared[REGISTRY]
}

/** Keeps the options that were passed to `openApi()` with an application. */
export function noteOptions(application: Application, options: OpenApiOptions): void {
  registry().set(application, options)
}

/**
 * Returns the options that were passed to `openApi()` with an application; `undefined` for an application without a
 * document.
 */
export function optionsFor(application: Application): OpenApiOptions | undefined {
  return registry().get(application)
}

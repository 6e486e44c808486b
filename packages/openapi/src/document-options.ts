import type { Application } from '@app/core'
import type { OpenApiOptions } from './openapi-document.ts'

/**
 * The place where all copies of this package keep the options, so that the copy of the command finds the options that
 * the application's copy has kept.
 */
const REGISTRY: unique symbol = Symbol.for('@app/openapi/options')

type Registry = WeakMap<Application, OpenApiOptions>

function registry(): Registry {
  const shared = globalThis as { [REGISTRY]?: Registry }
  shared[REGISTRY] ??= new WeakMap()
  return shared[REGISTRY]
}

/** Keeps the options with which an application describes itself. */
export function noteOptions(application: Application, options: OpenApiOptions): void {
  registry().set(application, options)
}

/** Gives the options with which an application describes itself; `undefined` for an application without a document. */
export function optionsFor(application: Application): OpenApiOptions | undefined {
  return registry().get(application)
}

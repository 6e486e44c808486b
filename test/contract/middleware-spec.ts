import { host, type MiddlewareLike, Pipeline } from '@app/core'
import type { Adapters } from './adapters.ts'
import { buildApplication } from './application.ts'
import { type Behaviour, behave } from './behaviour.ts'
import type { NamedClasses } from './classes.ts'
import { constant } from './constants.ts'
import { behaveOlder, behaveOlderError } from './older-behaviour.ts'
import type { Trace } from './trace.ts'
import { isOlder, type Line } from './units.ts'
import type { Setup } from './vectors.ts'

/**
 * The objects that all middleware of a recorded application shares. Applications that are nested in it share all of
 * them except `classes`.
 */
export interface Context {
  readonly line: Line
  readonly router: string | undefined
  readonly trace: Trace
  readonly classes: NamedClasses
  readonly adapters: Adapters
}

/**
 * Makes the middleware that a recorded case describes. Some cases describe values that are not valid middleware; these
 * values are given as they are.
 */
export function build(spec: unknown, context: Context): MiddlewareLike {
  return toMiddleware(spec, context) as MiddlewareLike
}

function toMiddleware(spec: unknown, context: Context): unknown {
  const { line, router, trace, classes, adapters } = context
  if (Array.isArray(spec)) return spec.map((item) => toMiddleware(item, context))
  if (typeof spec !== 'object' || spec === null) return spec
  if ('do' in spec) return fromBehaviour(spec as Behaviour, context)
  if ('class' in spec) return classes.get(String(spec.class))
  if ('value' in spec) return spec.value
  if ('object' in spec) return {}
  if ('const' in spec) return constant(String(spec.const), line)
  if ('app' in spec) {
    return adapters.nested(buildApplication(spec.app as Setup, { line, router, trace, adapters }).application)
  }
  if ('pipe' in spec) return bare(spec.pipe as readonly PrefixedSpec[], context)
  if ('pathDec' in spec)
    return bare([{ path: String(spec.pathDec), middleware: (spec as { mw?: unknown }).mw }], context)
  if ('hostDec' in spec) return host(String(spec.hostDec), build((spec as { mw?: unknown }).mw, context))
  return spec
}

interface PrefixedSpec {
  readonly path?: string
  readonly middleware: unknown
}

function fromBehaviour(behaviour: Behaviour, { line, trace }: Context): MiddlewareLike {
  if (!isOlder(line)) return behave(behaviour, trace, line === 'V3' ? 'object' : 'callable')
  if (behaviour.errorSig) return behaveOlderError(behaviour, trace)
  return behaviour.as === 'handler' ? behave(behaviour, trace, 'callable') : behaveOlder(behaviour, trace)
}

function bare(entries: readonly PrefixedSpec[], context: Context): Pipeline {
  const pipeline = new Pipeline()
  for (const { path, middleware } of entries) {
    if (path === undefined) pipeline.pipe(build(middleware, context))
    else pipeline.pipe(path as never, build(middleware, context))
  }
  return pipeline
}

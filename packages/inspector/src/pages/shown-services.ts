import type { Application, Dependencies } from '@app/core'
import { injectedIn, planOf } from '@app/core/internal'
import type { Masks } from '../masks.ts'
import { seenServices } from '../watch-services.ts'
import { configurationOf } from './shown-configuration.ts'

/** A service that the configuration names, or a class or function with `inject` in the pipeline or in a route. */
export interface ShownService {
  readonly name: string
  readonly kind: 'value' | 'factory' | 'invokable' | 'alias' | 'abstract' | 'class' | 'function'
  /** The target of an alias. */
  readonly target?: string
  readonly delegators: number
  readonly isShared: boolean
  readonly isEager: boolean
  /** The services that this service names in `inject`, and those that it has requested. */
  readonly needs: readonly string[]
  /** Milliseconds since 1970; absent if the inspector has not seen the service being made. */
  readonly madeAt?: number
  /** The milliseconds that making the service took, including the services that it requested. */
  readonly duration?: number
  /** The service that requested this service when it was last made; absent if no service of the container did. */
  readonly madeFor?: string
  readonly hasFailed?: boolean
}

/** Lists the services that the configuration names, and those in pipeline and routes; `undefined` for an application that is put together in code. */
export async function shownServices(
  application: Application,
  masks: Masks,
): Promise<readonly ShownService[] | undefined> {
  const config = (await configurationOf(application)) as { readonly dependencies?: Dependencies } | undefined
  if (config === undefined) return undefined
  const { dependencies = {} } = config
  const { delegators = {}, shared = {}, shared_by_default: isSharedByDefault = true, eager = [] } = dependencies
  const named = SECTIONS.flatMap((section) =>
    Object.entries(dependencies[section] ?? {}).map(([name, value]: [string, unknown]): ShownService => {
      return {
        name: masks.text(name),
        kind: KINDS[section],
        ...(section === 'aliases' && { target: masks.text(String(value)) }),
        delegators: delegators[name]?.length ?? 0,
        isShared: shared[name] ?? isSharedByDefault,
        isEager: eager.includes(name),
        ...seenOf(name, needsOf(value), masks),
      }
    }),
  )
  const registered = new Set<unknown>(
    SECTIONS.flatMap((section) => Object.values<unknown>(dependencies[section] ?? {})),
  )
  const placed = placedServices(application, registered, masks, isSharedByDefault)
  return [...named, ...placed].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Lists the classes and functions with `inject` in pipeline and routes that are not registered under a name. */
function placedServices(
  application: Application,
  registered: ReadonlySet<unknown>,
  masks: Masks,
  isShared: boolean,
): readonly ShownService[] {
  const plan = planOf(application)
  return (plan ? injectedIn(plan) : [])
    .filter(({ value }) => !registered.has(value))
    .map(({ value, name, from }) => ({
      name: masks.text(name),
      kind: from === 'class' ? 'class' : 'function',
      delegators: 0,
      isShared,
      isEager: false,
      ...seenOf(name, value.inject, masks),
    }))
}

/**
 * Returns the services that a service needs, and the data that `watchServices` has noted: when the service was made,
 * how long that took, for which other service it was made, and whether making it has failed.
 */
function seenOf(name: string, injected: readonly string[], masks: Masks): Pick<ShownService, 'needs' | 'madeAt'> {
  const { asked = [], madeFor, ...seen } = seenServices.get(name) ?? {}
  const needs = [...new Set([...injected, ...asked])]
  return { ...seen, needs: needs.map(masks.text), ...(madeFor !== undefined && { madeFor: masks.text(madeFor) }) }
}

function needsOf(value: unknown): readonly string[] {
  const inject: unknown = typeof value === 'function' && 'inject' in value ? value.inject : undefined
  return Array.isArray(inject) ? inject.map(String) : []
}

/** The kind of the services in each section of `dependencies`. */
const KINDS = { services: 'value', factories: 'factory', invokables: 'invokable', aliases: 'alias' } as const
const SECTIONS = Object.keys(KINDS) as (keyof typeof KINDS)[]

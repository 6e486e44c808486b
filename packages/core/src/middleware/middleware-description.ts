import type { RouterTraits } from '@app/router'

/** The entry of a configuration that something was registered from. */
export interface EntryDescription {
  /** As it stands in the configuration: `middleware_pipeline.cors`. */
  readonly key: string
  /** Only of the pipeline's entries. */
  readonly priority?: number
  /** The name of the source that gave it, where the configuration remembers that, as that of `@app/config` does. */
  readonly origin?: string
}

/** One position of a pipeline, or what answers a route, as tools show it. */
export interface MiddlewareDescription extends Partial<ApplicationDescription> {
  readonly kind: 'function' | 'object' | 'class' | 'service' | 'routing' | 'dispatch' | 'pipeline' | 'application'
  /** Of a function, of a class or that of an object, or of a service; an anonymous function has none. */
  readonly name?: string
  /** The path prefix under which alone it runs. */
  readonly path?: string
  /** The host for which alone it runs. */
  readonly host?: string
  /** Made at its first use. */
  readonly isLazy: boolean
  /** Runs for failures alone. */
  readonly isError: boolean
  /** Known to answer every request that it gets, since it takes no handler to go on with. */
  readonly isFinal: boolean
  /** One of the two steps, piped by the application itself. */
  readonly isDefault: boolean
  readonly entry?: EntryDescription
}

/** What a pipeline does with a request, in its order. */
export interface PipelineDescription {
  readonly items: readonly MiddlewareDescription[]
}

/** A route as tools show it. */
export interface RouteDescription {
  readonly path: string
  /** `null` is any method, as far as the router can. */
  readonly methods: readonly string[] | null
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** By the names of the keys; the values are those that were set, whatever they are. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly middleware: MiddlewareDescription
  readonly entry?: EntryDescription
}

/** What an application does with a request: plain frozen data. */
export interface ApplicationDescription extends PipelineDescription {
  /** In the order of registration. */
  readonly routes: readonly RouteDescription[]
  /** Absent as long as the application has none, and has not looked for the one that is installed. */
  readonly router?: { readonly name: string; readonly traits: RouterTraits }
}

/** A description with what is usual filled in. */
export function description(
  parts: Pick<MiddlewareDescription, 'kind'> & Partial<MiddlewareDescription>,
): MiddlewareDescription {
  return Object.freeze({ isLazy: false, isError: false, isFinal: false, isDefault: false, ...parts })
}

/** The name, where there is one. */
export function nameOf(value: { readonly name?: unknown } | undefined): { readonly name?: string } {
  return typeof value?.name === 'string' && value.name !== '' ? { name: value.name } : {}
}

import type { RouterTraits } from '@app/router'

/** The configuration entry from which middleware or a route comes. */
export interface EntryDescription {
  /** The section and the key: `middleware_pipeline.cors`. */
  readonly key: string
  /** The priority, for an entry of the pipeline; absent for a route. */
  readonly priority?: number
  /**
   * The name of the file or provider that the entry comes from, if the configuration has recorded it, as `@app/config`
   * does.
   */
  readonly origin?: string
}

/** The description of a position of a pipeline, or of the middleware of a route, for tools. */
export interface MiddlewareDescription extends Partial<ApplicationDescription> {
  readonly kind:
    | 'function'
    | 'object'
    | 'class'
    | 'factory'
    | 'service'
    | 'routing'
    | 'dispatch'
    | 'pipeline'
    | 'application'
  /** The name of the function, factory, class or service, or of the object's class; absent for an anonymous function. */
  readonly name?: string
  /** The beginning of the source of a function without a name, in one line. */
  readonly text?: string
  /** The path prefix that the middleware is limited to. */
  readonly path?: string
  /** The path prefixes, if there are several. A request is under one of them at most. */
  readonly paths?: readonly string[]
  /** The host that the middleware is limited to. */
  readonly host?: string
  /** True if the middleware is a service, or what a class or factory makes: it is made at its first use. */
  readonly isLazy: boolean
  /** The services that a class or factory names in `inject`. */
  readonly needs?: readonly string[]
  /** True if the middleware only runs for errors. */
  readonly isError: boolean
  /** True if the middleware certainly answers every request, since it takes no handler. */
  readonly isFinal: boolean
  /** True if the application has added this step after all piped middleware, since the program piped neither step. */
  readonly isDefault: boolean
  /** The facts for tools that `withFacts` has attached to the middleware. */
  readonly facts?: Facts
  readonly entry?: EntryDescription
}

/** The positions of a pipeline, in their order. */
export interface PipelineDescription {
  readonly items: readonly MiddlewareDescription[]
}

/** The description of a route, for tools. */
export interface RouteDescription {
  readonly path: string
  /** The methods of the route; `null` means any method that the router supports. */
  readonly methods: readonly string[] | null
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** The metadata by the names of its keys; values are as they were set, not frozen. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly middleware: MiddlewareDescription
  readonly entry?: EntryDescription
}

/** Pipeline, routes and router of an application, as plain frozen data. */
export interface ApplicationDescription extends PipelineDescription {
  /** All routes, in the order of registration. */
  readonly routes: readonly RouteDescription[]
  /** Absent until a router was given or found. */
  readonly router?: { readonly name: string; readonly traits: RouterTraits }
}

/**
 * Completes a description with `false` for each property that begins with `is`. Properties that are `undefined` are
 * left out.
 */
export function described(
  parts: {
    readonly [K in keyof MiddlewareDescription]?: MiddlewareDescription[K] | undefined
  },
): MiddlewareDescription {
  const defaults = { isLazy: false, isError: false, isFinal: false, isDefault: false }
  return Object.freeze({ ...defaults, ...withoutUndefined(parts) }) as MiddlewareDescription
}

/** Returns a copy of an object without the properties that are `undefined`. */
export function withoutUndefined(parts: object): object {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

/**
 * Returns the name of a function. For a function without a name, or one named `middleware` after the key of its entry,
 * it also returns the beginning of the source.
 */
export function functionName(value: object): Pick<MiddlewareDescription, 'name' | 'text'> {
  const name = nameOf(value)
  const named = name === undefined ? {} : { name }
  if (name !== undefined && name !== 'middleware') return named
  const text = String(value).replace(/\s+/g, ' ')
  return { ...named, text: text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text }
}

/** Returns the name of a function or class; `undefined` for an anonymous one, and for no class at all. */
export function nameOf(value: { readonly name?: unknown } | undefined): string | undefined {
  return typeof value?.name === 'string' && value.name !== '' ? value.name : undefined
}

/**
 * The property of middleware in which `withFacts` stores facts for tools. All copies of this package use the same one.
 */
export const FACTS: unique symbol = Symbol.for('@app/core/facts')

/** The facts that middleware states about itself for tools, by the name of the package that reads them. */
export type Facts = Readonly<Record<string, unknown>>

/**
 * Attaches facts to middleware, for tools: `describe()` of an application shows them as `facts`.
 *
 * The result is the same middleware, and nothing changes for a request. A key is the name of the package that reads it:
 * `withFacts(middleware, { '@app/openapi': { schemes } })`.
 *
 * @example
 * export const closed = withFacts((_request, _handler) => text('Closed', { status: 503 }), { '@acme/ops': 'closed' })
 */
export function withFacts<M extends object>(middleware: M, facts: Facts): M {
  return Object.defineProperty(middleware, FACTS, { value: facts })
}

/** Middleware that may have facts about itself. */
export interface WithFacts {
  readonly [FACTS]?: Facts
}

const LONGEST = 60

import { type ConfigDefinition, resolveConfig } from '@app/config'
import { createContainer, type ServiceContainer } from '@app/container-factory'
import { Application, type MiddlewareLike } from '@app/core'
import { nearest, refuseUnknown } from '@app/core/extending'

/** What a test has in place of parts of an application. */
export interface TestOverrides {
  /** Middleware in place of that of entries, by their keys in `middleware_pipeline`; path and priority stay. */
  readonly pipeline?: Readonly<Record<string, MiddlewareLike>>
  /** Services in place of others, by name. */
  readonly services?: Readonly<Record<string, unknown>>
  /** Where relative paths of a definition start. Default: as for `resolveConfig`. */
  readonly root?: string | URL
  /** The variables that a definition reads. Default: those of the process, then of `.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** An application of a test, with its container, which `await using` disposes of. */
export interface TestApplication {
  readonly app: Application
  readonly container: ServiceContainer
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Makes an application from its configuration, with other middleware and other services in some places.
 *
 * `definition` is that of `config/config.ts`, or a configuration that is loaded already. Rejects for a key that no entry of the
 * pipeline has, a name of no service, and an unknown option, so that an override that does nothing is found.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@app/config'
 * import { configProvider as core, text } from '@app/core'
 * import { testApplication } from '@app/proofs/testing'
 *
 * const definition = defineConfig([
 *   core,
 *   { middleware_pipeline: { guard: { middleware: () => text('Log in', { status: 401 }), priority: 100 } } },
 *   { middleware_pipeline: { answer: { middleware: () => text('Hello') } } },
 * ])
 * const { app } = await testApplication(definition, {
 *   pipeline: { guard: (request, handler) => handler(request) },
 * })
 * console.log((await app.request('/')).status) // 200
 * ```
 */
export async function testApplication(
  definition: ConfigDefinition<object> | object,
  overrides: TestOverrides = {},
): Promise<TestApplication> {
  refuseUnknown('testApplication()', overrides, ['pipeline', 'services', 'root', 'env'])
  const { pipeline = {}, services = {}, root, env } = overrides
  const config = isDefinition(definition)
    ? await resolveConfig(definition, { ...(root !== undefined && { root }), ...(env && { env }) })
    : definition
  const changed = withMiddleware(config, pipeline)
  checkNames(createContainer(changed), services)
  const container = createContainer(changed, { overrides: services })
  return {
    app: container.get(Application.SERVICE),
    container,
    [Symbol.asyncDispose]: () => container.dispose(),
  }
}

/** A definition has sources, and a configuration is the map that came out of them. */
function isDefinition(value: object): value is ConfigDefinition<object> {
  return 'sources' in value && 'postProcessors' in value
}

/** The configuration with other middleware in its pipeline. */
function withMiddleware(config: object, pipeline: Readonly<Record<string, MiddlewareLike>>): object {
  const entries = {
    ...(config as { readonly middleware_pipeline?: Readonly<Record<string, unknown>> }).middleware_pipeline,
  }
  for (const [key, middleware] of Object.entries(pipeline)) {
    if (!Object.hasOwn(entries, key)) {
      throw new TypeError(
        `testApplication(): no entry of middleware_pipeline is "${key}". ${hint(key, Object.keys(entries))}`,
      )
    }
    const entry = entries[key]
    if (typeof entry === 'string' || STEPS.includes((entry as { middleware: unknown }).middleware)) {
      throw new TypeError(`testApplication(): "${key}" is routing or dispatch, which nothing replaces.`)
    }
    entries[key] = { ...(entry as object), middleware }
  }
  return { ...config, middleware_pipeline: entries }
}

/** Names that stand for steps where middleware is registered. */
const STEPS: readonly unknown[] = [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE]

function checkNames(container: ServiceContainer, services: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(services)) {
    if (container.has(name)) continue
    throw new TypeError(`testApplication(): no service is "${name}". ${hint(name, [...container.keys()])}`)
  }
}

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near === undefined ? `There are ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`
}

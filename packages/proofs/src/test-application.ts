import { type ConfigDefinition, resolveConfig } from '@app/config'
import { createContainer, type ServiceContainer } from '@app/container-factory'
import { Application, type MiddlewareLike } from '@app/core'
import { nearest, refuseUnknown } from '@app/core/extending'

/**
 * Options of `testApplication`: the parts of an application that a test replaces. For a definition, also its root
 * folder and its environment variables.
 */
export interface TestOverrides {
  /**
   * Middleware by the keys of entries in `middleware_pipeline`: it replaces the middleware of these entries, which keep
   * their path and priority.
   */
  readonly pipeline?: Readonly<Record<string, MiddlewareLike>> | undefined
  /** Services by their names: they replace the services of the configuration with the same names. */
  readonly services?: Readonly<Record<string, unknown>> | undefined
  /**
   * The folder from which relative paths of a definition are resolved. Default, as for `resolveConfig`: the folder of
   * the `package.json` nearest to the entry file of the process.
   */
  readonly root?: string | URL | undefined
  /**
   * The environment variables that a definition reads. Default, as for `resolveConfig`: the variables of the process.
   * Outside of the environment `test`, or if `APP_LOCAL` is true, the file `.env` adds the variables that the process
   * does not have. Middleware reads `NODE_ENV` from the process, whatever is given here.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/** An application for a test, with its container. `await using` disposes of the container at the end of the block. */
export interface TestApplication {
  readonly app: Application
  readonly container: ServiceContainer
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Makes an application from its configuration, with other middleware and services: `overrides` replaces the middleware
 * of pipeline entries by their keys, and services by their names.
 *
 * `definition` is the definition that `config/config.ts` exports, or a configuration that is loaded already. Rejects
 * with a `TypeError` for a key that no entry of the pipeline has, for the entry of routing or dispatch, for a name that
 * no service has, and for an unknown option. So no replacement is silently ignored.
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

/** Checks whether a value is a definition, which lists the sources of a configuration, and not a configuration. */
function isDefinition(value: object): value is ConfigDefinition<object> {
  return 'sources' in value && 'postProcessors' in value
}

/** Returns a copy of the configuration, in whose pipeline the entries with the given keys have the given middleware. */
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

/** The names by which entries of `middleware_pipeline` name the steps of routing and dispatch. */
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

import { describeValue } from '@app/checks'
import type { RouterInterface } from '@app/router'
import { defaultContainer } from '#platform'
import { refuseUnknownOwn, warn } from '#platform/primitives'
import type { Container } from '../container/container.ts'
import { consoleLogger, LOGGER_SERVICE } from '../logging/console-logger.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import { Priority } from '../pipeline/priority-queue.ts'
import { hasSteps } from '../plan/check-steps.ts'
import type { EntryDescription } from '../plan/description.ts'
import { errorEntry } from '../plan/error-entry.ts'
import type { PlanNode } from '../plan/node.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../plan/steps.ts'
import { type Visitor, walk } from '../plan/walk.ts'
import { checkedRouter, invalidRouter, ROUTER_SERVICE } from '../routing/router-search.ts'
import { Application } from './application.ts'
import type { ConfigProvider } from './config.ts'
import { at, type ConfigEntry, checkKeys, entriesOf, invalidSection, warnOfMisspeltSections } from './config-section.ts'
import { orderEntries, type PlacedEntry } from './order-entries.ts'
import { RegisteredApplication } from './registered-application.ts'
import { routeOf } from './route.ts'

/** Makes applications (contract 1.2, 4.2). */
export const AppFactory = {
  /**
   * Makes an application from a container and a router, both optional.
   *
   * Without a container, the application gets one of `@app/container-factory` with an empty configuration if that
   * package is installed (contract 1.8), else none. Without a router, it takes the router of the container, else the
   * router of an installed package, before its first request. The searches for both packages start at `from`, a folder
   * or file of the application.
   */
  async create(
    container?: Container,
    router?: RouterInterface,
    options: { readonly from?: string | URL | undefined } = {},
  ): Promise<Application> {
    refuseUnknownOwn('AppFactory.create()', options, ['from'])
    const services = container ?? (await defaultContainer(options.from))
    return new Application({ ...(services && { container: services }), ...(router && { router }), ...options })
  },
}

/**
 * The names of the services from which `ApplicationFactory` reads the configuration and the router. With other names, a
 * second application can share the container of the first.
 */
export interface ApplicationFactoryOptions {
  /** The name of the service that holds the configuration. Default: `config`. */
  readonly config?: string | undefined
  /**
   * The name of the service that is the router or a promise of one. Default: `@app/router/RouterInterface`, if the
   * container has it.
   */
  readonly router?: string | undefined
}

/** Builds the application from its container (contract 1.2, 2.3 to 2.7, 4.2). */
export interface ApplicationFactory {
  /**
   * Reads the configuration, by default the service `config`, and registers its pipeline, then its routes.
   *
   * Throws a `ConfigurationError` of the code `APP_ROUTER_INVALID` for a service that cannot be a router, and if
   * `ApplicationFactory.for()` was given the name of a router that no service has. Throws one of the code
   * `APP_CONFIG_SECTION` for an invalid entry; the message names its key, and its source if that is known. Also throws
   * it if the service is not a map, and if the configuration has routes, and a pipeline without the routing and the
   * dispatch step (contract 2.6.6).
   */
  create(container: Container): Application
}

/** Makes the application from the configuration of its container: the factory for the service `Application.SERVICE`. */
export const ApplicationFactory: ApplicationFactory & {
  readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE
  readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE
  /** Makes the factory of another application in the same container, with its own configuration and router. */
  for(options: ApplicationFactoryOptions): ApplicationFactory
} = {
  ROUTING_MIDDLEWARE,
  DISPATCH_MIDDLEWARE,
  create: (container) => build(container, {}),
  for: (options) => {
    refuseUnknownOwn('ApplicationFactory.for()', options, ['config', 'router'])
    return { create: (container) => build(container, options) }
  },
}

/** The configuration that the core provides: the application and the logger of the program as services. */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      // Not the whole object, since a configuration would have its constants, too.
      [Application.SERVICE]: { create: ApplicationFactory.create },
      [LOGGER_SERVICE]: () => consoleLogger(),
    },
  },
})

function build(container: Container, { config = 'config', router }: ApplicationFactoryOptions): Application {
  const values = container.has(config) ? container.get(config) : {}
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw invalidSection(`The service "${config}" is a configuration, which is a map, got ${describeValue(values)}.`)
  }
  warnOfMisspeltSections(values)
  const found = routerIn(container, router)
  const options = { container, ...(found && { router: found }) }
  const content = new RegisteredApplication(options, router)
  pipeEntries(content, values)
  const routes = entriesOf(values, 'routes')
  for (const entry of routes) addRoute(content, entry)
  const { positions } = content
  if (routes.length > 0) content.check()
  warnOfEarlyErrorEntries(positions)
  warnOfMissedRoutes(positions)
  return new Application(options, content)
}

/**
 * Reads the router from the container. Returns `undefined` if the container has no service for the router, and also if
 * the service is a promise of a router, which the application awaits later.
 *
 * Throws a `ConfigurationError` for a service that is not a router. Also throws it if `given`, the name of the router's
 * service in the options of `ApplicationFactory.for()`, names no service.
 */
function routerIn(container: Container, given: string | undefined): RouterInterface | undefined {
  const name = given ?? ROUTER_SERVICE
  if (!container.has(name)) {
    if (given === undefined) return undefined
    throw invalidRouter(
      `ApplicationFactory.for({ router: '${name}' }) names no service. Register one under this name, or leave "router" out.`,
    )
  }
  const found = container.get(name)
  if (!(found instanceof Promise)) return checkedRouter(found, name)
  // The application awaits this promise later, and reports its rejection then. Until then, the rejection must not count
  // as unhandled.
  found.catch(() => {})
  return undefined
}

function pipeEntries(content: RegisteredApplication, config: object): void {
  const entries = entriesOf(config, 'middleware_pipeline').map((entry) => pipelineEntry(content, entry))
  for (const [{ pipe }, priority] of orderEntries(entries)) pipe(priority)
}

interface PipedEntry extends PlacedEntry {
  pipe(priority: number): void
}

function pipelineEntry(content: RegisteredApplication, entry: ConfigEntry): PipedEntry {
  const { key, place, value } = entry
  const described = (priority: number) => describeEntry('middleware_pipeline', entry, priority)
  if (value === ROUTING_MIDDLEWARE || value === DISPATCH_MIDDLEWARE) {
    const pipe = (priority: number) => void content.pipe([value], described(priority))
    return { key, place, middleware: value, priority: undefined, after: [], before: [], pipe }
  }
  const { middleware, path, priority, error, after, before } = checkKeys(entry, ENTRY_KEYS, CONSTANTS)
  if (error !== undefined && typeof error !== 'boolean') {
    throw invalidSection(`${place}: "error" must be true or false, got ${typeof error}.`)
  }
  const item = error ? errorEntry(middleware) : (middleware as MiddlewareLike)
  const prefix = prefixOf(path)
  return {
    key,
    place,
    middleware,
    priority: priority as number | undefined,
    after: namesIn(after, `${place}: "after"`),
    before: namesIn(before, `${place}: "before"`),
    pipe: (priority) =>
      at(place, () => void content.pipe(prefix === undefined ? [item] : [prefix, item], described(priority))),
  }
}

function namesIn(value: unknown, what: string): readonly string[] {
  const names: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (names.every((name) => typeof name === 'string')) return names
  throw invalidSection(`${what} is the key of an entry, or a list of keys, got ${describeValue(value)}.`)
}

/**
 * Returns the path prefix of an entry, or its path prefixes. A prefix without its first slash gets one: `admin` means
 * `/admin`.
 */
function prefixOf(path: unknown): string | readonly string[] | undefined {
  if (path === undefined || path === null || path === '') return undefined
  return Array.isArray(path) ? path.map(withSlash) : withSlash(path)
}

function withSlash(path: unknown): string {
  return typeof path === 'string' && !path.startsWith('/') ? `/${path}` : (path as string)
}

function describeEntry(
  section: 'middleware_pipeline' | 'routes',
  { key, origin }: ConfigEntry,
  priority: number = Priority.ROUTING,
): EntryDescription {
  const isPiped = section === 'middleware_pipeline'
  return Object.freeze({
    key: `${section}.${key}`,
    ...(isPiped && { priority }),
    ...(origin !== undefined && { origin }),
  })
}

function addRoute(content: RegisteredApplication, entry: ConfigEntry): void {
  at(entry.place, () => content.route(routeOf(entry), describeEntry('routes', entry)))
}

/**
 * Warns of error middleware before routing. It gets no error of a route, since error middleware gets only the errors of
 * middleware before it.
 */
function warnOfEarlyErrorEntries(positions: readonly PlanNode[]): void {
  const firstStep = positions.findIndex((node) => hasSteps([node]))
  for (const node of positions.slice(0, Math.max(firstStep, 0))) {
    if (!isForErrors(node)) continue
    warn(
      `${node.entry?.key}: error middleware stands before routing, so it gets no error of a route. ` +
        'Give the entry a priority below that of dispatch, such as Priority.AFTER_DISPATCH.',
    )
  }
}

/**
 * Warns of ordinary middleware that runs after dispatch, although its priority, `AFTER_ROUTING`, is meant for
 * middleware between routing and dispatch.
 */
function warnOfMissedRoutes(positions: readonly PlanNode[]): void {
  const dispatch = positions.findIndex(isDispatch)
  for (const node of positions.slice(dispatch + 1)) {
    if (dispatch === -1 || node.entry?.priority !== Priority.AFTER_ROUTING || isForErrors(node)) continue
    warn(
      `${node.entry.key}: this middleware comes after dispatch (${positions[dispatch]?.entry?.key}), so it gets only ` +
        'requests that no route answers. Make dispatch an entry of its own: ' +
        '{ middleware: Application.DISPATCH_MIDDLEWARE, priority: Priority.DISPATCH }.',
    )
  }
}

function isDispatch(node: PlanNode): boolean {
  return walk(node, dispatches)
}

const dispatches: Visitor<boolean> = {
  step: ({ step }) => step === 'dispatch',
  application: () => false,
  otherwise: (nodes) => nodes.some(isDispatch),
}

function isForErrors(node: PlanNode): boolean {
  return walk(node, forErrors)
}

const forErrors: Visitor<boolean> = {
  error: () => true,
  application: () => false,
  otherwise: (nodes) => nodes.length > 0 && nodes.every(isForErrors),
}

const ENTRY_KEYS = ['middleware', 'path', 'priority', 'error', 'after', 'before']
const CONSTANTS = ', or one of ROUTING_MIDDLEWARE and DISPATCH_MIDDLEWARE'

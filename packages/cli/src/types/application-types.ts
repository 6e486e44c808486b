import { dirname } from 'node:path'
import type { ApplicationDescription, MiddlewareDescription } from '@app/core'
import { Route } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import type { LoadedApplication } from '../application/load-application.ts'
import { findPackage } from '../application/packages.ts'
import { proofsOf } from '../application/proofs.ts'
import { configurationOf } from '../configuration/config-parts.ts'
import { placedTypes } from './placed-types.ts'
import { serviceTypes } from './service-types.ts'
import { templateTypes } from './template-types.ts'
import { environmentTypes, literal, mapType, valueType } from './type-text.ts'

/**
 * Makes the text of `config/types.d.ts` for an application. It declares the types of the services and of the
 * configuration, the params of the routes, the attributes that services can read, and the names of the templates. Leaves
 * out the keys of the configuration in `misspelt`, so that the compiler refuses them.
 */
export async function applicationTypes(
  loaded: LoadedApplication,
  file: string,
  misspelt: readonly string[],
): Promise<string> {
  const { root, application, container } = loaded
  const config = await configurationOf(loaded)
  const { known, injected, others, isOpen } = await serviceTypes(config, root, dirname(file))
  const named = new Set(['config', ...known.map(([name]) => name), ...others])
  const unnamed = keysOf(container).filter((name) => !named.has(name))
  const names = [...others, ...unnamed].sort().map(literal)
  const isConfig = ([key]: readonly [string, unknown]) => !OF_THE_CORE.has(key) && !misspelt.includes(key)
  const isUsed = (utility: string) => known.some(([, type]) => type.startsWith(`${utility}<`))
  const fromEnvironment = environmentTypes(config)
  const configuration = mapType(
    Object.entries(config)
      .filter(isConfig)
      .map(([key, value]) => [key, valueType(value, '      ', [key], fromEnvironment)]),
    '    ',
  )
  const members = [
    ['services', mapType([...known, ['config', "Config & ApplicationTypes['configuration']"]], '    ')],
    ['otherServices', isOpen ? 'string' : names.join(' | ') || 'never'],
    ['injected', mapType(injected, '    ')],
    ['routes', mapType(routeTypes(application.describe()), '    ')],
    ...(await attributeTypes(loaded)),
    ...(await placedTypes(application, root, dirname(file))),
    ['configuration', configuration],
  ] as const
  return [
    '// Written by `app types` from the configuration. Do not change it: run `app types` again.',
    ...(isUsed('ServiceIn') ? ["import type { ServiceIn } from '@app/container-factory'"] : []),
    `import type { Config${isUsed('ServiceOf') ? ', ServiceOf' : ''} } from '@app/core'`,
    '',
    "declare module '@app/core' {",
    `  interface ApplicationTypes ${mapType(members, '  ')}`,
    '}',
    ...(findPackage('@app/container-factory', root) === undefined
      ? []
      : [
          '',
          "declare module '@app/container-factory' {",
          "  interface ApplicationTypes extends Pick<import('@app/core').ApplicationTypes, 'services' | 'otherServices'> {}",
          '}',
        ]),
    ...templateTypes(config, root),
    '',
  ].join('\n')
}

/**
 * Returns the member `attributes` of the declaration: for each service that reads attributes of requests, the names of
 * the attributes that middleware before it provides. If no service reads attributes, returns no member.
 */
async function attributeTypes(loaded: LoadedApplication): Promise<readonly (readonly [key: string, type: string])[]> {
  const { attributesBefore } = await proofsOf(loaded)
  const provided = [...(await attributesBefore(loaded.application))].sort(([a], [b]) => (a < b ? -1 : 1))
  if (provided.length === 0) return []
  const types = provided.map(([name, keys]) => [name, keys.map(literal).join(' | ') || 'never'] as const)
  return [['attributes', mapType(types, '    ')]]
}

/**
 * Returns the type of the params of each route, by the name of the route. Includes the routes of nested applications.
 */
function routeTypes(described: ApplicationDescription): readonly (readonly [name: string, params: string])[] {
  const routes = new Map<string, Set<string>>()
  for (const { name, path, options } of routesIn(described)) {
    const types = routes.get(name) ?? new Set()
    routes.set(name, types.add(paramsType(path, options)))
  }
  return Array.from(routes, ([name, types]) => [name, [...types].join(' | ')] as const).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
}

function* routesIn({
  routes = [],
  items = [],
}: Partial<MiddlewareDescription>): Generator<ApplicationDescription['routes'][number]> {
  for (const route of routes) {
    yield route
    yield* routesIn(route.middleware)
  }
  for (const item of items) yield* routesIn(item)
}

/**
 * Returns the type of the params that `app.url()` takes for a route. A param may be left out if it has a default, or is
 * in an optional part of the path.
 */
function paramsType(path: string, options: Readonly<Record<string, unknown>>): string {
  const { segments } = new Route(path, undefined).setOptions(options)
  const { defaults = {} } = options as { readonly defaults?: object }
  const required = new Set(placeholdersOf(segments.filter(({ optional }) => optional === 0)).map(({ name }) => name))
  const params = placeholdersOf(segments).map(({ name }) => {
    const isOptional = !required.has(name) || Object.hasOwn(defaults, name)
    return `readonly ${name}${isOptional ? '?' : ''}: string | number${isOptional ? ' | undefined' : ''}`
  })
  return params.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${params.join('; ')} }`
}

/** Returns the names of the services of a container; none if it does not tell them. */
export function keysOf(container: object | undefined): readonly string[] {
  const keys: unknown = container && Reflect.get(container, 'keys')
  return typeof keys === 'function' ? [...keys.call(container)].filter((key) => typeof key === 'string') : []
}

const OF_THE_CORE = new Set(['dependencies', 'middleware_pipeline', 'policies', 'routes'])

import type { Application, RouteDescription } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import { contentOf, type EndpointDescription } from '@app/endpoint'
import { ENDPOINT } from '@app/endpoint/server'
import { Components, type NamedSchemas } from './components.ts'
import { parametersOf, securityOf } from './guards.ts'
import type { JsonSchema, ToJsonSchema } from './json-schema.ts'
import { type ListedRoute, listedRoutes } from './listed-routes.ts'
import { describedOperation, pathParameter } from './operation.ts'
import { OPERATION } from './operation-metadata.ts'
import { type PathTemplate, pathTemplates } from './path-templates.ts'

/**
 * The security schemes that a request has to satisfy together, each with the scopes that are needed: `{ bearer: [] }`.
 * Source: OpenAPI 3.1.1, security requirement object.
 */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** Options for the document of an application. */
export interface OpenApiOptions {
  /** The name of the API. */
  readonly title: string
  /** The version of the API, such as `1.4.0`. */
  readonly version: string
  /** A description of the API, in CommonMark. */
  readonly description?: string | undefined
  /** The addresses of the application: `[{ url: 'https://notes.example' }]`. */
  readonly servers?: readonly { readonly url: string; readonly description?: string | undefined }[] | undefined
  /** Descriptions of the tags of operations, in the order for the document. */
  readonly tags?: readonly { readonly name: string; readonly description?: string | undefined }[] | undefined
  /**
   * The routes that the document shows: with `'endpoints'`, only endpoints and routes that have the metadata
   * `OPERATION`. Default: all routes.
   */
  readonly only?: 'endpoints' | undefined
  /** Schemas by the names under which the document has them, wherever they occur: `{ Note }`. */
  readonly schemas?: NamedSchemas | undefined
  /** Makes the JSON Schema of a schema whose library does not do so by itself, such as valibot. */
  readonly jsonSchema?: ToJsonSchema | undefined
  /**
   * Ways to log in, by name: `{ bearer: { type: 'http', scheme: 'bearer' } }`. They are added to the ways that
   * middleware before the routes declares, such as `authentication()`, and replace ways of the same name.
   */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined
  /**
   * Returns the requirements of a route, by its metadata; an empty list for none, `undefined` if nothing is known.
   * Default: the requirements that middleware before the route declares, such as `authentication()` and
   * `authorization()`.
   */
  readonly security?: ((route: RouteDescription) => readonly SecurityRequirement[] | undefined) | undefined
}

/** A document of OpenAPI 3.1. Source: https://spec.openapis.org/oas/v3.1.1.html. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers?: OpenApiOptions['servers']
  readonly tags?: OpenApiOptions['tags']
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes?: Readonly<Record<string, object>>
  }
}

/** The description of one method of a path in a document: an operation object of OpenAPI. */
export type Operation = Readonly<Record<string, unknown>>

/**
 * Describes the routes of an application as OpenAPI 3.1, including the routes of nested applications, with their
 * prefixes. The option `only`, and `OPERATION` with the value `false`, leave routes out.
 *
 * A route without an endpoint is listed with its path, params and methods. A path with an optional part becomes two
 * paths. If two paths only differ by the names of placeholders, the document has the names of the first.
 *
 * @example
 * const { paths } = await openApiDocument(app, { title: 'Notes', version: '1.2.0' })
 * console.log(Object.keys(paths))
 */
export async function openApiDocument(application: Application, options: OpenApiOptions): Promise<OpenApiDocument> {
  checkDocumentOptions('openApiDocument()', options)
  const { title, version, description, servers, tags, only, schemas = {}, jsonSchema } = options
  const components = new Components(schemas, jsonSchema)
  const routes = (await listedRoutes(application)).filter(({ route }) => isShown(route, only))
  // The schemas of responses get their names first, so that the names do not depend on the order of routes.
  for (const { route } of routes) nameAnswers(endpointOf(route), components)
  const paths = new Paths()
  for (const listed of routes) addRoute(listed, paths, components, options)
  const found = components.schemas
  const ways = routes.map(({ guards, route, path, host }) => securityOf(guards, route, path, host).schemes)
  const securitySchemes: Readonly<Record<string, object>> = Object.assign({}, ...ways, options.securitySchemes)
  const hasWays = Object.keys(securitySchemes).length > 0
  return {
    openapi: '3.1.1',
    info: { title, version, ...(description !== undefined && { description }) },
    ...(servers && { servers }),
    ...(tags && { tags }),
    paths: paths.all,
    ...((Object.keys(found).length > 0 || hasWays) && {
      components: {
        ...(Object.keys(found).length > 0 && { schemas: found }),
        ...(hasWays && { securitySchemes }),
      },
    }),
  }
}

function isShown(route: RouteDescription, only: OpenApiOptions['only']): boolean {
  const operation = route.metadata[OPERATION.name]
  if (only === undefined || operation !== undefined) return operation !== false
  return endpointOf(route) !== undefined
}

function endpointOf({ metadata }: RouteDescription): EndpointDescription | undefined {
  return metadata[ENDPOINT.name] as EndpointDescription | undefined
}

function nameAnswers(endpoint: EndpointDescription | undefined, components: Components): void {
  for (const response of Object.values(endpoint?.responses ?? {})) {
    const schema = contentOf(response)?.schema
    if (schema) components.schemaOf(schema, 'answer')
  }
}

function addRoute(listed: ListedRoute, paths: Paths, components: Components, options: OpenApiOptions) {
  const { path, route, host, guards } = listed
  const endpoint = endpointOf(route)
  const security = options.security ? options.security(route) : securityOf(guards, route, path, host).security
  const added = route.metadata[OPERATION.name] as object | undefined
  for (const template of pathTemplates(path, route.options)) {
    const operation = endpoint ? describedOperation(endpoint, template, components) : knownOperation(template)
    const names = operationId(route, template)
    for (const method of methodsOf(route)) {
      const known = operation.parameters as Parameters<typeof parametersOf>[2]
      const more = parametersOf(listed, method, known)
      paths.add(template, method, {
        ...(names !== undefined && { operationId: route.methods?.length === 1 ? names : `${names}.${method}` }),
        ...operation,
        ...(more.length > 0 && { parameters: [...(known ?? []), ...more] }),
        ...(security && { security }),
        ...(host !== undefined && { servers: [{ url: `https://${host}` }] }),
        ...added,
      })
    }
  }
}

/** Makes the operation of a route that is not an endpoint, of which only the placeholders are known. */
function knownOperation({ placeholders }: PathTemplate): Operation {
  const parameters = placeholders.map(({ name, token }) => pathParameter(name, token))
  return {
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'Not described.' } },
  }
}

/**
 * Makes the operation id of a path: the name of the route, with the placeholders that the path leaves out; `undefined`
 * for a route without a name of its own.
 */
function operationId({ name, path, methods }: RouteDescription, { without }: PathTemplate): string | undefined {
  if (name === path || name === `${path}^${methods?.join(':')}`) return undefined
  return without.length === 0 ? name : `${name}.without.${without.join('.')}`
}

/** Returns the methods of a route that OpenAPI 3.1 knows; the usual methods for a route that takes any method. */
function methodsOf({ methods }: RouteDescription): readonly string[] {
  if (methods === null) return ['get', 'put', 'post', 'delete', 'patch']
  return methods.map((method) => method.toLowerCase()).filter((method) => METHODS.has(method))
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/**
 * The paths of a document. Templates that only differ by the names of placeholders are one path, with one operation for
 * each method.
 */
class Paths {
  readonly all: Record<string, Record<string, Operation>> = {}
  readonly #first: Map<string, PathTemplate> = new Map()

  add(template: PathTemplate, method: string, operation: Operation): void {
    const shape = template.template.replace(/\{[^}]*\}/g, '{}')
    const first = this.#first.get(shape) ?? template
    this.#first.set(shape, first)
    this.all[first.template] ??= {}
    const item = this.all[first.template] as Record<string, Operation>
    // The operation of the first registered route is kept, since most routers answer with that route.
    item[method] ??= renamed(operation, template, first)
  }
}

function renamed(operation: Operation, template: PathTemplate, first: PathTemplate): Operation {
  if (template.template === first.template) return operation
  const names = new Map(template.placeholders.map(({ name }, i) => [name, first.placeholders[i]?.name ?? name]))
  const parameters = (operation.parameters as readonly { readonly in: string; readonly name: string }[]).map(
    (parameter) => (parameter.in === 'path' ? { ...parameter, name: names.get(parameter.name) } : parameter),
  )
  return { ...operation, parameters }
}

/** Throws an `OptionError` for an unknown option. */
export function checkDocumentOptions(owner: string, options: OpenApiOptions): void {
  refuseUnknown(owner, options, OPTIONS)
}

const OPTIONS: readonly (keyof OpenApiOptions)[] = [
  ...(['title', 'version', 'description', 'servers', 'tags', 'only', 'schemas', 'jsonSchema'] as const),
  ...(['securitySchemes', 'security'] as const),
]

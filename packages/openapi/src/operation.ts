import { reasonPhrase } from '@app/core'
import {
  type Body,
  type Content,
  contentOf,
  type EndpointDescription,
  isDetailed,
  type ResponseDescription,
} from '@app/endpoint'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Components, SchemaUse } from './components.ts'
import type { JsonSchema } from './json-schema.ts'
import type { PathTemplate } from './path-templates.ts'

/** Makes the operation for the description of an endpoint, at one of the paths of its route. */
export function describedOperation(
  endpoint: EndpointDescription,
  { placeholders }: PathTemplate,
  components: Components,
): Record<string, unknown> {
  const { summary, description, tags, deprecated, params, query, headers, cookies, body, responses } = endpoint
  const known = params && components.propertiesOf(params, 'request')
  const parameters = [
    ...placeholders.map(({ name, token }) => pathParameter(name, token, known?.get(name)?.schema)),
    ...parametersIn('query', query, components),
    ...parametersIn('header', headers, components).filter(({ name }) => !OF_HTTP.has(lower(name))),
    ...parametersIn('cookie', cookies, components),
  ]
  const conditions = conditionsOf(endpoint)
  const isGiven = (name: string) =>
    parameters.some((given) => given.in === 'header' && lower(given.name) === lower(name))
  parameters.push(...conditions.parameters.filter(({ name }) => !isGiven(name)))
  const isValidated = [params, query, headers, cookies, body].some((part) => part !== undefined)
  return {
    ...(tags && { tags }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, components) }),
    responses: {
      ...(isValidated && { 422: { description: 'A part of the request does not fit.' } }),
      ...(body && { 400: { description: 'The body cannot be read.' }, 415: { description: reasonPhrase(415) } }),
      ...conditions.responses,
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          responseObject(Number(status), response as ResponseDescription, components),
        ]),
      ),
    },
  }
}

/** Describes a placeholder as a parameter, with its token as a pattern. */
export function pathParameter(name: string, token: string | undefined, schema?: JsonSchema): Record<string, unknown> {
  const pattern = token === undefined ? {} : { pattern: `^(?:${token})$` }
  const { description, ...rest } = schema ?? { type: 'string' }
  return {
    name,
    in: 'path',
    required: true,
    ...(typeof description === 'string' && { description }),
    // In JSON Schema a pattern only applies to strings, so it changes nothing beside another type.
    schema: { ...rest, ...pattern },
  }
}

/** Describes what `conditional()` reads and answers, for an endpoint whose handler calls it. */
function conditionsOf({ method, conditional }: EndpointDescription) {
  if (!conditional) return { parameters: [], responses: {} }
  const header = (name: string, description: string, required = false) => ({
    ...{ name, in: 'header', description, schema: { type: 'string' } },
    ...(required && { required }),
  })
  if (method === 'GET' || method === 'HEAD') {
    return {
      parameters: [header('If-None-Match', 'The ETag that the client has.')],
      responses: { 304: { description: 'The client has this version.' } },
    }
  }
  const isRequired = conditional === 'required'
  return {
    parameters: [header('If-Match', 'The ETag that the client has seen.', isRequired)],
    responses: {
      412: { description: 'The client has seen another version.' },
      ...(isRequired && { 428: { description: 'The request has no condition.' } }),
    },
  }
}

function lower(name: unknown): string {
  return String(name).toLowerCase()
}

/** Headers that OpenAPI ignores among the parameters, since it describes them in other places. */
const OF_HTTP = new Set(['accept', 'content-type', 'authorization'])

function parametersIn(
  place: 'query' | 'header' | 'cookie',
  schema: StandardSchemaV1 | undefined,
  components: Components,
): readonly Record<string, unknown>[] {
  if (schema === undefined) return []
  return [...components.propertiesOf(schema, 'request')].map(([name, property]) => ({
    name,
    in: place,
    ...fieldObject(property),
  }))
}

/** Returns the members that parameters and headers of responses have in common. */
function fieldObject({ schema, required }: { readonly schema: JsonSchema; readonly required: boolean }): object {
  const { description, deprecated, ...rest } = schema
  return {
    ...(required && { required: true }),
    ...(typeof description === 'string' && { description }),
    ...(deprecated === true && { deprecated }),
    schema: rest,
  }
}

function requestBody(body: Body, components: Components): Record<string, unknown> {
  const content = contentOf(body)
  const isOptional = content.schema !== undefined && takesNothing(content.schema)
  return { ...(!isOptional && { required: true }), content: mediaTypes(content, components, 'request') }
}

/** Checks whether a schema accepts a request without a body. An asynchronous schema counts as not accepting it. */
function takesNothing(schema: StandardSchemaV1): boolean {
  const result = schema['~standard'].validate(undefined)
  if (!(result instanceof Promise)) return !result.issues
  result.catch(() => undefined)
  return false
}

function responseObject(
  status: number,
  response: ResponseDescription,
  components: Components,
): Record<string, unknown> {
  const content = contentOf(response)
  const { description, headers } = isDetailed(response) ? response : {}
  const shown = headers ? [...components.propertiesOf(headers, 'answer')] : []
  return {
    description: description ?? (status < 400 ? (SUCCESSES[status] ?? 'Success') : reasonPhrase(status)),
    ...(shown.length > 0 && {
      headers: Object.fromEntries(shown.map(([name, property]) => [name, fieldObject(property)])),
    }),
    ...(content && { content: mediaTypes(content, components, 'answer') }),
  }
}

/** The reason phrases of common statuses below 400. Source: RFC 9110 section 15. */
const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
}

function mediaTypes(
  { kind, type, schema, examples }: Content,
  components: Components,
  use: SchemaUse,
): Record<string, unknown> {
  const described = schema && components.schemaOf(schema, use)
  const shown: JsonSchema | undefined =
    kind === 'events'
      ? // OpenAPI 3.1 cannot describe events, so this describes a string whose content is JSON.
        { type: 'string', contentMediaType: 'application/json', ...(described && { contentSchema: described }) }
      : (described ?? (kind === 'text' ? { type: 'string' } : undefined))
  return {
    [type]: {
      ...(shown && { schema: shown }),
      ...(examples && {
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      }),
    },
  }
}

import { parsePath } from '@app/router'
import { isMap, type JsonSchema } from '../json-schema.ts'
import type { Schemas } from './schemas.ts'

/** An operation of a document, with its method and its path. */
export interface FoundOperation {
  readonly method: string
  readonly path: string
  readonly operation: JsonSchema
  /** The parameters of the path and of the operation, without references. */
  readonly parameters: readonly JsonSchema[]
}

/** Writes the code of the `endpoint()` for an operation. Throws an `Error` for a path that a router does not accept. */
export function operationCode({ method, path, operation, parameters }: FoundOperation, schemas: Schemas): string {
  const { operationId, summary, description, tags, deprecated, requestBody, responses } = operation
  const lines = [`method: '${method}'`, `path: ${JSON.stringify(routerPath(path))}`]
  const add = (key: string, code: string | undefined) => void (code !== undefined && lines.push(`${key}: ${code}`))
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? JSON.stringify(value) : undefined)
  add('name', text(operationId))
  add('summary', text(summary))
  add('description', text(description))
  add('tags', Array.isArray(tags) && tags.length > 0 ? JSON.stringify(tags) : undefined)
  add('deprecated', deprecated === true ? 'true' : undefined)
  for (const [place, key] of PLACES) add(key, fieldsCode(place, parameters, schemas))
  const hasBody = method !== 'GET' && method !== 'HEAD' && isMap(requestBody)
  add('body', hasBody ? bodyCode(schemas.resolved(requestBody), schemas) : undefined)
  add('responses', responsesCode(schemas.resolved(responses), schemas))
  return `endpoint({\n${lines.map((line) => `  ${line},\n`).join('')}})`
}

const PLACES = [
  ['path', 'params'],
  ['query', 'query'],
  ['header', 'headers'],
  ['cookie', 'cookies'],
] as const

/**
 * Writes a path of a document in the grammar of the router, whose placeholders have names of letters, digits and `_`.
 */
function routerPath(path: string): string {
  const named = path.replace(/\{([^}]*)\}/g, (_, name: string) => `{${placeholder(name)}}`)
  parsePath(named)
  return named
}

function placeholder(name: string): string {
  return name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
}

/** Headers that OpenAPI ignores among the parameters. The description of an endpoint leaves them out. */
const OF_HTTP = new Set(['accept', 'content-type', 'authorization'])

function fieldsCode(place: string, parameters: readonly JsonSchema[], schemas: Schemas): string | undefined {
  const fields = parameters.flatMap(({ in: where, name, required, schema, content, description }) => {
    if (where !== place || typeof name !== 'string') return []
    const key = place === 'path' ? placeholder(name) : place === 'header' ? name.toLowerCase() : name
    if (place === 'header' && OF_HTTP.has(key)) return []
    // A parameter that has `content` is sent as the text of a JSON value; the description only says that it is a
    // string.
    const shown = isMap(content) ? { type: 'string' } : schemas.resolved(schema)
    const described = { ...(typeof description === 'string' && { description }), ...shown }
    return [fieldOf(key, described, required === true || place === 'path', schemas)]
  })
  return fields.length === 0 ? undefined : `z.object({ ${[...new Set(fields)].join(', ')} })`
}

function fieldOf(key: string, schema: JsonSchema, isRequired: boolean, schemas: Schemas, hasFiles = false): string {
  const code = schemas.fieldCode(schema, hasFiles)
  return `${JSON.stringify(key)}: ${code}${isRequired || code.includes('.default(') ? '' : '.optional()'}`
}

function bodyCode({ content, required }: JsonSchema, schemas: Schemas): string | undefined {
  const found = mediaType(content)
  if (found === undefined) return undefined
  const { type, schema } = found
  if (isJson(type)) return jsonCode(type, `${schemas.code(schema)}${required === true ? '' : '.optional()'}`)
  if (type === 'application/x-www-form-urlencoded') return `formContent(${formCode(schema, schemas, false)})`
  if (type === 'multipart/form-data') return `multipartContent(${formCode(schema, schemas, true)})`
  return `${type.startsWith('text/') ? 'textContent(' : 'bytesContent('}{ type: ${JSON.stringify(type)} })`
}

function jsonCode(type: string, code: string): string {
  return type === 'application/json' ? code : `jsonContent(${code}, { type: ${JSON.stringify(type)} })`
}

function formCode(schema: unknown, schemas: Schemas, hasFiles: boolean): string {
  const { properties, required } = schemas.resolved(schema)
  const names = Array.isArray(required) ? required : []
  const fields = Object.entries(isMap(properties) ? properties : {}).map(([name, property]) =>
    fieldOf(name, schemas.resolved(property), names.includes(name), schemas, hasFiles),
  )
  return `z.object({ ${fields.join(', ')} })`
}

/**
 * Writes the `responses` of an endpoint: one entry for each numeric status; without any, `default` or `2XX` becomes
 * 200. A client gets a response with any other status as a `Problem` of `@app/client`.
 */
function responsesCode(responses: JsonSchema, schemas: Schemas): string {
  const statuses = Object.entries(responses).filter(([status]) => /^[2-5]\d\d$/.test(status))
  const usual = responses.default ?? responses['2XX'] ?? {}
  const all = statuses.length > 0 ? statuses : [['200', usual] as const]
  return `{ ${all.map(([status, response]) => `${status}: ${responseCode(status, schemas.resolved(response), schemas)}`).join(', ')} }`
}

function responseCode(status: string, { description, content, headers }: JsonSchema, schemas: Schemas): string {
  const body = /^(?:204|205|304)$/.test(status) ? 'null' : answerCode(content, schemas)
  const shown = Object.entries(isMap(headers) ? headers : {}).flatMap(([name, header]) => {
    const { schema, required } = schemas.resolved(header)
    const key = name.toLowerCase()
    return OF_HTTP.has(key) ? [] : [fieldOf(key, schemas.resolved(schema), required === true, schemas)]
  })
  const more = [
    ...(typeof description === 'string' && description !== '' ? [`description: ${JSON.stringify(description)}`] : []),
    ...(shown.length > 0 ? [`headers: z.object({ ${shown.join(', ')} })`] : []),
  ]
  return more.length === 0 ? body : `{ content: ${body}, ${more.join(', ')} }`
}

function answerCode(content: unknown, schemas: Schemas): string {
  const found = mediaType(content)
  if (found === undefined) return 'null'
  const { type, schema } = found
  if (type === 'application/problem+json') return `problemContent(${schemas.code(schema)})`
  if (isJson(type)) return jsonCode(type, schemas.code(schema))
  if (type === 'text/event-stream') return 'eventContent(z.unknown())'
  if (type.startsWith('text/') && !type.includes('*')) return `textContent({ type: ${JSON.stringify(type)} })`
  return type.includes('*') ? 'bytesContent()' : `bytesContent({ type: ${JSON.stringify(type)} })`
}

/** Chooses one of the media types of a body: JSON, else a form, else the first one. */
function mediaType(content: unknown): { readonly type: string; readonly schema: unknown } | undefined {
  const all = Object.entries(isMap(content) ? content : {}).map(([type, media]) => {
    const essence = (type.split(';', 1)[0] ?? '').trim().toLowerCase()
    return { type: essence, schema: Object(media).schema as unknown }
  })
  const known = all.find(({ type }) => isJson(type)) ?? all.find(({ type }) => FORMS.test(type))
  return known ?? all[0]
}

const FORMS = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json')
}

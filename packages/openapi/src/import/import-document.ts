import { isMap, type JsonSchema } from '../json-schema.ts'
import { HELPERS, Names } from './names.ts'
import { operationCode } from './operation-code.ts'
import { library, readDocument } from './read-document.ts'
import { Schemas } from './schemas.ts'

/**
 * A module of descriptions that is written from a document, and the operations of the document that the module lacks.
 */
export interface ImportedDocument {
  readonly code: string
  readonly endpoints: number
  /** One line for each missing operation, with the reason. */
  readonly missing: readonly string[]
}

/**
 * Writes the descriptions of a document of OpenAPI 3, as a module of TypeScript with schemas of zod.
 *
 * Rejects with an `Error` for a file that cannot be read or is not a document of OpenAPI 3, and if a library for the
 * import is not installed.
 */
export async function importDocument(file: string): Promise<ImportedDocument> {
  const read = await readDocument(file)
  const { jsonSchemaToZod } = await library(() => import('json-schema-to-zod'))
  const names = new Names()
  const schemas = new Schemas(read, names, jsonSchemaToZod)
  const endpoints: string[] = []
  const missing: string[] = []
  for (const [path, item] of Object.entries(mapOf(read.document.paths))) {
    const own = schemas.resolved(item)
    for (const method of METHODS) {
      const operation = own[method.toLowerCase()]
      if (!isMap(operation)) continue
      const parameters = merged(own.parameters, operation.parameters, schemas)
      try {
        const code = operationCode({ method, path, operation, parameters }, schemas)
        const wanted =
          typeof operation.operationId === 'string' ? operation.operationId : `${method.toLowerCase()} ${path}`
        endpoints.push(`export const ${names.claim(wanted, 'lower')} = ${code}`)
      } catch (error) {
        missing.push(`${method} ${path}: ${(error as Error).message}`)
      }
    }
    if (isMap(own.trace)) missing.push(`TRACE ${path}: an endpoint has no such method`)
  }
  const body = [...schemas.constants, ...endpoints].join('\n\n')
  const used = HELPERS.filter((name) => body.includes(`${name}(`))
  const code = `import { ${used.join(', ')} } from '@app/endpoint'\nimport * as z from 'zod'\n\n${body}\n`
  return { code, endpoints: endpoints.length, missing }
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Merges the parameters of a path and of an operation on it. A parameter of the operation replaces the parameter of
 * the path with the same name in the same place, such as the query.
 */
function merged(ofPath: unknown, own: unknown, schemas: Schemas): readonly JsonSchema[] {
  const all = [ofPath, own].flatMap((list) => (Array.isArray(list) ? list : [])).map((one) => schemas.resolved(one))
  return [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()]
}

function mapOf(value: unknown): JsonSchema {
  return isMap(value) ? value : {}
}

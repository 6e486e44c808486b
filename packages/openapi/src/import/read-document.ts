import { isMap, type JsonSchema } from '../json-schema.ts'

/** A document of OpenAPI 3 in one piece: all references lead to parts of itself. */
export interface ReadDocument {
  readonly document: JsonSchema
  /** Returns the target of a reference such as `#/components/schemas/Note`. */
  get(reference: string): unknown
}

/**
 * Reads a document, JSON or YAML, with the files that it refers to.
 *
 * Rejects with an `Error` for a file that cannot be read, for another kind of document, and if the library that reads
 * documents is not installed.
 */
export async function readDocument(file: string): Promise<ReadDocument> {
  const { $RefParser } = await library(() => import('@apidevtools/json-schema-ref-parser'))
  const parser = new $RefParser()
  const document: unknown = await parser.bundle(file, { mutateInputSchema: false })
  const version = isMap(document) ? `${document.openapi ?? document.swagger ?? 'nothing'}` : typeof document
  if (!isMap(document) || !version.startsWith('3.')) {
    throw new Error(`${file} is not a document of OpenAPI 3: its version is ${version}`)
  }
  return { document, get: (reference) => pointedTo(document, reference) }
}

/**
 * Imports a library that only `app openapi import` needs. Rejects with an `Error` that says how to install a missing
 * library.
 */
export async function library<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const install = 'npm install --save-dev @apidevtools/json-schema-ref-parser json-schema-to-zod'
    throw new Error(`app openapi import needs two libraries. Install them: ${install}`, { cause: error })
  }
}

/** Returns the part of a document to which a JSON Pointer leads. Source: RFC 6901. */
function pointedTo(document: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  return steps.reduce<unknown>((part, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return Object(part)[key]
  }, document)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from '@app/core'
import { optionsFor } from '../document-options.ts'
import { type OpenApiDocument, openApiDocument } from '../openapi-document.ts'

/**
 * The document that the application serves by `openApi(app, options)`. If it serves none, a document with name and
 * version of its `package.json`.
 */
export async function currentDocument(application: Application, root: string): Promise<OpenApiDocument> {
  // All services are made first, since one of them may be the handler that has the options of the document.
  await application.check().catch(() => undefined)
  const { name = 'API', version = '0.0.0' } = await manifestOf(root)
  return openApiDocument(application, optionsFor(application) ?? { title: name, version })
}

/** The document as a file: indented, with a line break at the end. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** Name and version in the manifest of a folder. */
export async function manifestOf(root: string): Promise<{ readonly name?: string; readonly version?: string }> {
  try {
    return JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}

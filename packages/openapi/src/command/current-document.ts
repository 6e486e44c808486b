import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from '@app/core'
import { optionsFor } from '../document-options.ts'
import { type OpenApiDocument, openApiDocument } from '../openapi-document.ts'

/**
 * Makes the document that the application serves by `openApi(app, options)`. If the application serves none, makes a
 * document with name and version of its `package.json`.
 */
export async function currentDocument(application: Application, root: string): Promise<OpenApiDocument> {
  // All services are made first, since one of them may call `openApi()`, which keeps the options of the document.
  await application.check().catch(() => undefined)
  const { name = 'API', version = '0.0.0' } = await manifestOf(root)
  return openApiDocument(application, optionsFor(application) ?? { title: name, version })
}

/** Writes the text of a document for a file: indented, with a line break at the end. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** Reads name and version from the `package.json` of a folder. */
export async function manifestOf(root: string): Promise<{ readonly name?: string; readonly version?: string }> {
  try {
    return JSON.parse(new TextDecoder().decode(await readFile(join(root, 'package.json'))))
  } catch {
    return {}
  }
}

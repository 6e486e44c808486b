import { type Application, type RequestHandler, text } from '@app/core'
import { noteOptions } from './document-options.ts'
import { checkDocumentOptions, type OpenApiOptions, openApiDocument } from './openapi-document.ts'

/**
 * Makes a handler that answers with the document of an application: `app.get('/openapi.json', openApi(app, { title:
 * 'Notes', version: '1.2.0' }))`.
 *
 * The document is made once, at the first request. `app openapi` writes the same document.
 *
 * @example
 * app.get('/openapi.json', openApi(app, { title: 'Notes', version: '1.2.0' })).set(OPERATION, false)
 */
export function openApi(application: Application, options: OpenApiOptions): RequestHandler {
  checkDocumentOptions('openApi()', options)
  noteOptions(application, options)
  let document: Promise<string> | undefined
  return async function openApi() {
    document ??= openApiDocument(application, options).then((made) => JSON.stringify(made))
    return text(await document, { headers: { 'content-type': 'application/json' } })
  }
}

import { type Application, type RequestHandler, text } from '@app/core'
import { noteOptions } from './document-options.ts'
import { checkDocumentOptions, type OpenApiOptions, openApiDocument } from './openapi-document.ts'

/**
 * Makes a handler that answers with the document of an application: `app.get('/openapi.json', openApi(app, { title:
 * 'Notes', version: '1.2.0' }))`.
 *
 * The document is made at the first request, and again if the application has got further routes of its own since.
 * `app openapi` writes the same document.
 *
 * @example
 * app.get('/openapi.json', openApi(app, { title: 'Notes', version: '1.2.0' })).with(OPERATION, false)
 */
export function openApi(application: Application, options: OpenApiOptions): RequestHandler {
  checkDocumentOptions('openApi()', options)
  noteOptions(application, options)
  let made: { readonly routes: number; readonly text: Promise<string> } | undefined
  return async function openApi() {
    const routes = application.routes.length
    if (made?.routes !== routes) {
      made = { routes, text: openApiDocument(application, options).then((document) => JSON.stringify(document)) }
    }
    return text(await made.text, { headers: { 'content-type': 'application/json' } })
  }
}

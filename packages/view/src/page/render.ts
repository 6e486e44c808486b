import { html, type ServerRequest } from '@app/core'
import type { TemplateName } from './template-name.ts'
import { RENDERER } from './view.ts'

/** The values that a template gets. The name `app` is taken: it has the values of the request. */
export type TemplateData = Readonly<Record<string, unknown>> & { readonly app?: never }

/**
 * Renders a template, and returns it as a response: `render(request, 'notes/list', { notes })`.
 *
 * Beside `data`, the template gets `app`, which has values of the request. Rejects with the error that the template
 * throws, or that the engine throws for a missing template. Without `view()` before it, rejects with a `UsageError`.
 *
 * @example
 * app.get('/', (request) => render(request, 'home', { title: 'Welcome' }))
 */
export async function render(
  request: ServerRequest,
  name: TemplateName,
  data: TemplateData = {},
  init?: Parameters<typeof html>[1],
): Promise<Response> {
  return html(await request.attribute(RENDERER)(request, name, data), init)
}

import { html, type ServerRequest } from '@app/core'
import type { TemplateName } from './template-name.ts'
import { RENDERER } from './views.ts'

/**
 * Answers with a template: `view(request, 'notes/list', { notes })`.
 *
 * Beside `data`, the template has `page`, with what is known of the request. Rejects for a template that is not there,
 * and with whatever the template throws; throws a `MissingAttributeError` behind no `views()`.
 */
export async function view(
  request: ServerRequest,
  name: TemplateName,
  data: Readonly<Record<string, unknown>> = {},
  init?: Parameters<typeof html>[1],
): Promise<Response> {
  return html(await request.attribute(RENDERER)(request, name, data), init)
}

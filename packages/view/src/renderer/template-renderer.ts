import type { ServiceName } from '@app/core'
import type { HtmlSource } from '@app/core/extending'

/** Renders templates by their names; an engine is a package with a class of it, found like a router. */
export interface TemplateRenderer {
  /**
   * Renders a template. Its name is a path in the folder of templates, without an extension: `notes/list`.
   *
   * Inserted values are escaped, except for those that are HTML already, such as `markup`. Gives HTML, now or later, or
   * something that is sent part by part. Throws, or rejects, for a template that is not there.
   */
  render(name: string, data?: Readonly<Record<string, unknown>>): Rendered | Promise<Rendered>
}

/** The HTML of a template, or what hands it out in parts. */
export type Rendered = string | HtmlSource

/** What an engine is made with: `new EtaRenderer({ folder, reload })`. */
export interface EngineOptions {
  /** The folder of templates, as an absolute path or as `new URL('./templates/', import.meta.url)`. */
  readonly folder: string | URL
  /** Whether a template is read anew each time. Default: where `APP_ENV`, else `NODE_ENV`, is `development`. */
  readonly reload?: boolean
}

/** The name of the renderer as a service. A factory under this name decides how the engine is made. */
export const RENDERER_SERVICE: ServiceName<TemplateRenderer> = '@app/view/TemplateRenderer'

export function isRenderer(value: unknown): value is TemplateRenderer {
  return typeof value === 'object' && value !== null && typeof (value as { render?: unknown }).render === 'function'
}

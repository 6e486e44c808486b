import type { ServiceName } from '@app/core'
import type { HtmlSource } from '@app/core/extending'
import type { ModuleFolders } from './module-folders.ts'

/**
 * Renders templates by their names. An engine is a package with a class that implements this interface. The
 * `package.json` of the engine names the class, so that applications find an installed engine.
 */
export interface TemplateRenderer {
  /**
   * Renders a template. Its name is a path in the folder of templates, without an extension: `notes/list`.
   *
   * Inserted values are escaped, except for values that are already HTML, such as a result of `markup`. Returns HTML,
   * or a page that is sent part by part, or a promise of one of these. Throws, or rejects, for a missing template.
   */
  render(name: string, data?: Readonly<Record<string, unknown>>): Rendered | Promise<Rendered>
}

/** The HTML of a template, or a source that returns it in parts. */
export type Rendered = string | HtmlSource

/** The options with which an engine is made: `new EtaRenderer({ folder, reload })`. */
export interface EngineOptions {
  /** The folder of templates, as an absolute path or as `new URL('./templates/', import.meta.url)`. */
  readonly folder: string | URL
  /**
   * Folders of packages, by the first part of the names of their templates: `blog/post` is the file `blog/post` in
   * `folder`, otherwise the file `post` in the folder `blog` of this map. Absolute paths or `file:` URLs. Default: none.
   */
  readonly folders?: ModuleFolders | undefined
  /**
   * True if a template is read again each time it is rendered. Default: `true` if `APP_ENV`, else `NODE_ENV`, is
   * `development`, otherwise `false`.
   */
  readonly reload?: boolean | undefined
}

/**
 * The name of the renderer as a service. An application that registers a factory under this name makes the engine
 * itself, for example with settings. The installed engine is a promise, since its package is imported.
 *
 * @example
 * const renderer = await container.get(RENDERER_SERVICE)
 */
export const RENDERER_SERVICE: ServiceName<TemplateRenderer | Promise<TemplateRenderer>> = '@app/view/TemplateRenderer'

export function isRenderer(value: unknown): value is TemplateRenderer {
  return typeof value === 'object' && value !== null && typeof (value as { render?: unknown }).render === 'function'
}

import { escapeHtml, HTML_SOURCE } from '@app/core/extending'
import type { EngineOptions, TemplateRenderer } from '@app/view'
import { TemplateFolder } from '@app/view/engine'
import { Eta } from 'eta/core'

/**
 * Renders templates of eta: files `*.eta`, which read their values from `it`.
 *
 * @example
 * app.pipe(view({ renderer: new EtaRenderer({ folder: 'templates' }) }))
 */
export class EtaRenderer implements TemplateRenderer {
  readonly #eta: Eta

  constructor(options: EngineOptions) {
    const folder = new TemplateFolder(options, '.eta')
    this.#eta = new Eta({ cache: !folder.reload, cacheFilepaths: false, escapeFunction: escaped })
    this.#eta.resolvePath = (name, { filepath } = {}) => folder.nameOf(name, filepath)
    this.#eta.readFile = (name) => folder.read(name)
  }

  render(name: string, data: Readonly<Record<string, unknown>> = {}): string {
    return this.#eta.render(name, data)
  }
}

/**
 * Converts a value for `<%= %>`: finished HTML is inserted unchanged, a missing value becomes an empty string, and any
 * other value is escaped as text.
 */
function escaped(value: unknown): string {
  if (value === undefined || value === null) return ''
  const isSource = typeof value === 'object' && HTML_SOURCE in value
  return isSource ? String(value) : escapeHtml(String(value))
}

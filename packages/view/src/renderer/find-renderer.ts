import { ConfigurationError, findPlugins } from '@app/core/extending'
import { type EngineOptions, isRenderer, type TemplateRenderer } from './template-renderer.ts'

/**
 * Makes the one engine among the dependencies of the application.
 *
 * A package is an engine if its manifest says so: `"app": { "view": "EtaRenderer" }`. Without the option `folder`,
 * templates are in the folder `templates` beside the manifest of the application. Rejects with a `ConfigurationError`
 * (`APP_TEMPLATE_ENGINE`) if there is no manifest, if it names no engine or several, or if the package does not export
 * its engine.
 */
export async function findRenderer(
  options: { readonly [K in keyof EngineOptions]?: EngineOptions[K] | undefined } = {},
  from?: string | URL,
): Promise<TemplateRenderer> {
  const { root, plugins, missing } = findPlugins('view', from)
  if (root === undefined)
    throw invalidEngine(`No package.json was found, so there are no files of templates. ${MARKUP}`)
  const [engine, ...others] = plugins
  if (engine === undefined) throw noEngine(root, missing)
  if (others.length > 0) throw tooMany(plugins.map(({ name }) => name))
  const Engine = await engine.load()
  const made: unknown =
    typeof Engine === 'function'
      ? new (Engine as new (options: EngineOptions) => unknown)({
          ...options,
          folder: options.folder ?? folderBeside(root),
        })
      : undefined
  if (isRenderer(made)) return made
  throw invalidEngine(
    `${engine.name} says that its engine is "${engine.exportName}", but exports no such class with render(name, data).`,
  )
}

function invalidEngine(message: string): ConfigurationError {
  return new ConfigurationError('APP_TEMPLATE_ENGINE', message)
}

function folderBeside(manifest: string): string {
  return manifest.replace(/package\.json$/, 'templates')
}

function noEngine(root: string, missing: readonly string[]): ConfigurationError {
  const declared = missing.length ? ` that is installed: ${missing.join(', ')} is declared there, but not found` : ''
  return invalidEngine(
    `${root} depends on no template engine${declared}. Install one: npm install @app/view-eta\n` +
      `(or @app/view-handlebars), or give it: view({ renderer }). ${MARKUP}`,
  )
}

function tooMany(names: readonly string[]): ConfigurationError {
  return invalidEngine(
    `Several template engines are installed: ${names.join(', ')}. Remove all but one (npm rm ${names.at(-1)}), ` +
      `or choose: import one from '${names[0]}' and give it to view({ renderer }).`,
  )
}

const MARKUP = 'Without an engine, answer with html(markup`…`).'

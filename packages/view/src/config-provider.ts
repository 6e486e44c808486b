import type { ConfigProvider, Container, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromSection } from '@app/core/extending'
import type { TemplateValue } from './page/app-values.ts'
import { type ViewOptions, view } from './page/view.ts'
import { findRenderer } from './renderer/find-renderer.ts'
import { RENDERER_SERVICE, type TemplateRenderer } from './renderer/template-renderer.ts'

/** The name of the service that is the middleware `view()`. */
export const VIEW_SERVICE: ServiceName<Middleware> = '@app/view'

/**
 * The section `view` of the configuration: the options of `view()` without `renderer` and `url`. The values under `app`
 * may also be names of services; such a service is a function that gets the request.
 */
export interface ViewSection extends Omit<ViewOptions, 'app' | 'renderer' | 'url'> {
  /**
   * The values that all templates have under `app`: functions that make a value from the request, or names of services
   * that are such functions.
   */
  readonly app?: Readonly<Record<string, TemplateValue | string>> | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section that `configProvider` of `@app/view` reads. */
    readonly view?: ConfigSection<ViewSection> | undefined
  }
}

/**
 * Lets `render()` render the templates of the folder `templates`, with the one engine that is installed. The middleware
 * runs before error handlers, so that error pages can be templates too.
 *
 * The engine is the service `RENDERER_SERVICE`. It and the middleware are made when the program starts, so that a missing
 * engine or service is noticed at once.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    eager: [RENDERER_SERVICE, VIEW_SERVICE],
    factories: {
      [RENDERER_SERVICE]: (container) =>
        fromSection<ViewSection, Promise<TemplateRenderer>>(
          container,
          'view',
          ({ app: _app, defaults: _defaults, ...engine }) => findRenderer(engine),
        ),
      [VIEW_SERVICE]: (container) =>
        fromSection<ViewSection, Middleware>(container, 'view', ({ app = {}, ...engine }) =>
          view({
            ...engine,
            renderer: rendererOf(container),
            app: {
              ...assetsOf(container),
              ...Object.fromEntries(Object.entries(app).map(([name, value]) => [name, made(container, name, value)])),
            },
          }),
        ),
    },
  },
  middleware_pipeline: { [VIEW_SERVICE]: { middleware: VIEW_SERVICE, priority: 10_500 } },
})

/**
 * Returns `app.asset` of a build that the section `static` describes. The page of an error that an outer handler
 * answers has no attribute of `@app/static`, and a layout with `app.asset` has to render there too.
 */
function assetsOf(container: Container): { readonly asset?: TemplateValue } {
  const name = '@app/static/assets'
  const config = container.has('config') ? (container.get('config') as { static?: { assets?: unknown } }) : {}
  return config.static?.assets !== undefined && container.has(name) ? { asset: () => container.get(name) } : {}
}

/**
 * Returns the engine of a container, which is made at once: the first page may be that of an error after the container
 * was disposed of.
 */
function rendererOf(container: Container): TemplateRenderer {
  let made: TemplateRenderer | undefined
  const engine = async () => {
    made ??= (await container.get(RENDERER_SERVICE)) as TemplateRenderer
    return made
  }
  // An engine that cannot be made is an error of the start, and of each page.
  engine().catch(() => undefined)
  return { render: async (name, data) => (await engine()).render(name, data) }
}

/**
 * Returns the function that makes a value: the given function, or the service of the given name, which is taken from
 * the container at its first use. Throws an `OptionError` for a name that no service has.
 */
function made(container: Container, name: string, value: TemplateValue | string): TemplateValue {
  if (typeof value !== 'string') return value
  checkService(container, 'app', value, name)
  let make: TemplateValue | undefined
  return (request) => {
    make ??= container.get(value) as TemplateValue
    return make(request)
  }
}

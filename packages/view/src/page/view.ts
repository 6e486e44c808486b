import {
  type AttributeKey,
  type Awaitable,
  attributeKey,
  type Middleware,
  type RequestHandler,
  type ServerRequest,
} from '@app/core'
import { checkOptions, forEveryResponse, type OptionKind, optionKind } from '@app/core/extending'
import { findRenderer } from '../renderer/find-renderer.ts'
import { areModuleFolders, MODULE_FOLDERS, type ModuleFolders } from '../renderer/module-folders.ts'
import { isRenderer, type Rendered, type TemplateRenderer } from '../renderer/template-renderer.ts'
import { APP_VALUES, type TemplateValue } from './app-values.ts'
import { ValuesOfRequest } from './values-of-request.ts'

/** Options of `view()`. */
export interface ViewOptions {
  /** The folder of templates: an absolute path, or a URL. Default: `templates` beside the application's manifest. */
  readonly folder?: string | URL | undefined
  /**
   * Folders of packages, by the first part of the names of their templates: `blog/post` is the file `blog/post` in
   * `folder`, otherwise the file `post` in the folder `blog` of this map. Absolute paths or `file:` URLs. Default: none.
   */
  readonly folders?: ModuleFolders | undefined
  /**
   * Values of single templates, by the name that `render` gets, for data that a page does not give: `{ 'notes/list': {
   * order: 'newest' } }`. Default: none.
   */
  readonly defaults?: TemplateDefaults | undefined
  /**
   * True if a template is read again each time it is rendered. Default: `true` if `APP_ENV`, else `NODE_ENV`, is
   * `development`, otherwise `false`.
   */
  readonly reload?: boolean | undefined
  /** The engine that renders templates. Default: the one engine among the dependencies of the application. */
  readonly renderer?: TemplateRenderer | undefined
  /** Makes the URLs of `app.url(name, params, options)` in templates. Default: `urlFor` of `@app/core`. */
  readonly url?: UrlBuilder | undefined
  /** Further values for `app`. Each is made from the request when a template uses it. */
  readonly app?: Readonly<Record<string, TemplateValue>> | undefined
}

/** Values of templates, by the names of the templates. The name `app` is taken, as in the data of `render`. */
export type TemplateDefaults = Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly app?: never }>>

/** Makes the URL of a route from its name, params and options, as `app.url` does. */
export type UrlBuilder = (
  route: string,
  params?: Readonly<Record<string, string | number>>,
  options?: {
    readonly basePath?: string | undefined
    readonly query?: Readonly<Record<string, string | number>> | undefined
  },
) => string

/**
 * Middleware that lets `render(request, name, data)` render templates, which find values of the request under `app`.
 *
 * Without the option `renderer`, the installed engine is searched for when the first page is rendered. Throws an
 * `OptionError` for unknown options and for options of the wrong kind.
 *
 * @example
 * app.pipe(view({ folder: 'templates', app: { year: () => new Date().getFullYear() } }))
 */
export function view(options: ViewOptions = {}): Middleware {
  const { renderer, app, url, defaults = {}, ...engine } = checkOptions('view()', options, KINDS)
  let found: Promise<TemplateRenderer> | undefined
  const rendererOnce = () => {
    found ??= renderer === undefined ? findRenderer(engine) : Promise.resolve(renderer)
    return found
  }
  // The page of an error may be a template, whatever the error is.
  return forEveryResponse(function view(request: ServerRequest, handler: RequestHandler): Awaitable<Response> {
    const { basePath } = request
    const makers: Record<string, TemplateValue> = { ...APP_VALUES, ...app }
    if (url) makers.url = () => urlFrom(url, basePath)
    const render: Renderer = async (inner, name, data) => {
      const all = Object.hasOwn(defaults, name) ? { ...defaults[name], ...data } : data
      return rendered(await rendererOnce(), inner, name, all, makers)
    }
    return handler(request.withAttribute(RENDERER, render))
  })
}

function urlFrom(url: UrlBuilder, basePath: string): UrlBuilder {
  return (route, params, rest) => url(route, params, { basePath, ...rest })
}

type Renderer = (request: ServerRequest, name: string, data: Readonly<Record<string, unknown>>) => Promise<Rendered>

/** The function that renders templates for a request. */
export const RENDERER: AttributeKey<Renderer> = attributeKey<Renderer>('view', { shared: '@app/view/renderer' })

/**
 * Renders a template. If it has used promises under `app`, waits for them, and renders the template again with their
 * results.
 */
async function rendered(
  renderer: TemplateRenderer,
  request: ServerRequest,
  name: string,
  data: Readonly<Record<string, unknown>>,
  makers: Readonly<Record<string, TemplateValue>>,
): Promise<Rendered> {
  if ('app' in data) {
    throw new TypeError(
      `render(): the data of "${name}" has "app", under which a template finds the values of the request. Rename it.`,
    )
  }
  const app = new ValuesOfRequest(request, makers)
  for (;;) {
    const attempt = await Promise.resolve()
      .then(() => renderer.render(name, { ...data, app: app.values }))
      .then(
        (html) => ({ html }),
        (error: unknown) => ({ error }),
      )
    if (await app.settle()) continue
    if ('error' in attempt) throw attempt.error
    return attempt.html
  }
}

const KINDS: { readonly [K in keyof Required<ViewOptions>]: OptionKind } = {
  folder: {
    wants: 'an absolute path, or new URL(…, import.meta.url)',
    accepts: (value) => typeof value === 'string' || value instanceof URL,
  },
  folders: { wants: MODULE_FOLDERS, accepts: areModuleFolders },
  defaults: {
    wants: 'a map of maps by names of templates, without the name app in any',
    accepts: (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((data) => typeof data === 'object' && data !== null && !('app' in data)),
  },
  reload: optionKind.boolean,
  renderer: { wants: 'an object with render(name, data)', accepts: isRenderer },
  url: optionKind.function,
  app: {
    wants: 'a map of functions of a request',
    accepts: (value) =>
      typeof value === 'object' && value !== null && Object.values(value).every((make) => typeof make === 'function'),
  },
}

import type { Application, Middleware, ServerRequest } from '@app/core'
import { forEveryResponse, fromSection, modeOf, withFacts } from '@app/core/extending'
import { type InspectorOptions, settingsOf } from './inspector-options.ts'
import { masksOf } from './masks.ts'
import { pages } from './pages/pages.ts'
import { listenToFetches, listenToQueries } from './recording/calls.ts'
import { placesOf } from './recording/places.ts'
import { Recorder } from './recording/recorder.ts'
import { refuseProduction } from './refuse-production.ts'
import { watchServices } from './watch-services.ts'

/**
 * Middleware that records the requests which it passes on. It shows them under the option `path`, by default `/_app`,
 * together with the pipeline, the routes, the services and the configuration of the application.
 *
 * The inspector runs before all other middleware: `app serve` puts it there, or `app.run({ before: inspector(app) })`.
 * Without the second argument, the options come from the section `inspector` of the application's configuration.
 * Without the option `hosts`, the inspector answers browsers of this machine alone.
 *
 * Throws a `ConfigurationError` (`APP_INSPECTOR_PRODUCTION`) unless `NODE_ENV` is `development` or `test`, or is not set
 * in a file that `node --test` runs, and an `OptionError` for an option that is unknown or of the wrong kind.
 *
 * @example
 * import { Application, text } from '@app/core'
 * import { inspector } from '@app/inspector'
 *
 * const app = new Application().pipe(() => text('Hello!'))
 * await app.run({ before: inspector(app, { requests: 50 }) })
 */
export function inspector(application: Application, options?: InspectorOptions): Middleware {
  refuseProduction(modeOf(process.env))
  watchServices()
  const settings = options ? settingsOf(options) : configured(application)
  const { editor, path } = settings
  const masks = masksOf(settings.showSecrets)
  const recorder = new Recorder(settings, { masks, editor, placeOf: placesOf(application, editor) })
  if (settings.fetches) listenToFetches()
  if (settings.queries) listenToQueries()
  const show = pages({ application, recorder, settings, masks })
  const middleware: Middleware = function inspector(request, handler) {
    return isUnder(path, request) ? show(request) : recorder.record(request, handler)
  }
  return withFacts(forEveryResponse(middleware), { '@app/inspector': { path, hosts: settings.hosts } })
}

function isUnder(prefix: string, { path }: ServerRequest): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/**
 * Reads the options from the configuration of an application. An application that is put together in code may have no
 * configuration; the options are then the defaults.
 */
function configured(application: Application): ReturnType<typeof settingsOf> {
  let container: ReturnType<Application['getContainer']>
  try {
    container = application.getContainer()
  } catch {
    return settingsOf({})
  }
  return fromSection<InspectorOptions, ReturnType<typeof settingsOf>>(container, 'inspector', settingsOf)
}

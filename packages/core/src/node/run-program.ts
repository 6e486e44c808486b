import { checkOptions, optionKind } from '@app/checks'
import type { RequestHandlerInterface, ServeOptions, Server } from '@app/http'
import { SERVE_OPTIONS, serveProgram } from '@app/http/internal'
import type { RouterInterface } from '@app/router'
import { unreadSections, warn } from '#platform/primitives'
import type { RequestLogger } from '../container/application-types.ts'
import type { Container } from '../container/container.ts'
import { disposeServices, type ServiceReport, startServices } from '../container/service-life.ts'
import { consoleLogger, LOGGER_SERVICE } from '../logging/console-logger.ts'
import type { MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import type { ErrorResponder } from '../middleware/refuse.ts'
import { ErrorHandler } from '../pipeline/error-handler.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import type { Runner } from '../pipeline/runner.ts'
import { CheckError } from '../plan/check.ts'
import { containersIn } from '../plan/containers.ts'
import { missingServices } from '../plan/missing-services.ts'
import { countRoutes } from '../plan/routes-in.ts'
import { PLAN } from '../plan/walk.ts'
import { isDevelopment } from '../platform/is-development.ts'
import { explainUncaught } from './explain-error.ts'

/**
 * Options of `run`. In development the default host is 127.0.0.1.
 *
 * @example
 * ```ts
 * await app.run({ port: 8443, tls: { cert: 'cert.pem', key: 'key.pem' }, http2: true, workers: 'available' })
 * ```
 */
export interface RunOptions extends Omit<ServeOptions, 'start' | 'stop'> {
  /**
   * Middleware before everything that was piped, such as middleware of a development server that answers with files.
   */
  readonly before?: MiddlewareLike | undefined
  /**
   * Makes the responses to errors that no middleware has answered, such as the error page of a development server.
   * Default: plain text with the reason phrase, or with the message of an `HttpError` that has `expose`.
   */
  readonly respond?: ErrorResponder | undefined
}

/** The router of an application, for the line that the program prints when it starts. */
interface ProgramParts {
  readonly router: RouterInterface | undefined
}

/**
 * Compiles an application and serves it, with the middleware of the option `before`, and an error handler for the
 * option `respond`, before it. If the program does not catch a failure, it ends with an explanation of a few lines.
 */
export async function runProgram(...given: Parameters<typeof serveApplication>): Promise<Server> {
  return serveApplication(...given).catch((error: unknown) => {
    throw explainUncaught(error)
  })
}

async function serveApplication(
  application: MiddlewareInterface & RequestHandlerInterface,
  runner: Runner,
  parts: ProgramParts,
  given: RunOptions,
): Promise<Server> {
  const { before, respond, ...options } = checkOptions('run()', given, RUN_OPTIONS)
  const { onError } = runner
  await runner.ready()
  runner.compile('run()')
  refuseMissing(missingServices(runner[PLAN]))
  // The router is read after `ready()`, since that call may have found it.
  const { router } = parts
  const containers = () => containersIn(runner[PLAN])
  const count = countRoutes(runner[PLAN])
  const routes = `${count} route${count === 1 ? '' : 's'}`
  const banner = router ? `${router.constructor?.name ?? 'Object'}, ${routes}` : routes
  const front: readonly MiddlewareLike[] = [
    ...(before === undefined ? [] : [before]),
    ...(respond === undefined ? [] : [new ErrorHandler({ respond, ...(onError && { listeners: [onError] }) })]),
  ]
  const served = front.length === 0 ? application : new Pipeline(onError && { onError }).pipe(front).pipe(application)
  const { grace = 10 } = options
  return serveProgram(served, {
    ...options,
    banner,
    start: () => startOrDispose(containers(), grace),
    stop: (seconds) => disposeServices(containers(), seconds, serviceLog()),
    log: (error, message) => loggerIn(containers()).error({ err: error ?? String(error) }, message),
  })
}

/** Throws the error of a missing service, or one `CheckError` for several. */
function refuseMissing(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new CheckError(errors)
}

/** Returns the logger of the program: the service `LOGGER_SERVICE`, or else one like that of `accessLog`. */
function loggerIn(containers: Iterable<Container>): RequestLogger {
  const container = [...containers].find((one) => one.has(LOGGER_SERVICE))
  return container ? (container.get(LOGGER_SERVICE) as RequestLogger) : consoleLogger()
}

/** Starts the eager services. If a service fails to start, all containers are disposed of, and its error is thrown. */
async function startOrDispose(containers: Iterable<Container>, grace: number): Promise<void> {
  try {
    await startServices(containers, serviceLog())
    for (const warning of unreadSections(containers)) warn(warning)
  } catch (error) {
    await disposeServices(containers, grace, serviceLog())
    throw error
  }
}

/**
 * Returns the function that logs each started or disposed service in one line, in development; `undefined` otherwise.
 */
function serviceLog(): ServiceReport | undefined {
  if (!isDevelopment()) return undefined
  return ({ service, event, duration }) => {
    console.log(`${event === 'started' ? 'Started' : 'Disposed of'} ${service} (${Math.round(duration)} ms)`)
  }
}

/** A module whose default export is an application. */
interface ApplicationModule {
  readonly default: { run(options?: RunOptions): Promise<Server> }
}

/** The exports of a module, which may be anything in JavaScript. */
type Exports = Partial<ApplicationModule>

/**
 * Runs the application that a module exports as its default: `await run(import('./app.ts'))`.
 *
 * The options are those of `app.run()`. An error while the module is imported, such as a missing environment variable
 * or a factory that throws, is explained in a few lines, as `app.run()` explains the errors of the start.
 *
 * Rejects with what the import or the start throws, and with a `TypeError` for a module whose default export is not an
 * application.
 */
export async function run(module: Promise<ApplicationModule>, options?: RunOptions): Promise<Server> {
  const { default: application }: Exports = await module.catch((error: unknown) => {
    throw explainUncaught(error)
  })
  if (typeof application?.run === 'function') return application.run(options)
  throw explainUncaught(
    new TypeError('run(): the module has no application as its default export. Write `export default app` there.'),
  )
}

const { start: _start, stop: _stop, ...SERVING } = SERVE_OPTIONS

/**
 * The options of `run`. The middleware in `before` is not checked here, but when it is piped, since `pipe` throws an
 * error with more details.
 */
const RUN_OPTIONS = { ...SERVING, before: { wants: 'middleware', accepts: () => true }, respond: optionKind.function }

import { type RunOptions, type Server, serve } from '#platform'
import type { RequestHandlerInterface } from '../messages/request-handler.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { RUNNER, type Runner } from '../pipeline/runner.ts'
import type { ApplicationParts } from './application-parts.ts'

/** What is run: an application, whose runner compiles it. */
interface Runnable extends MiddlewareInterface, RequestHandlerInterface {
  readonly [RUNNER]: Runner
}

/** Compiles an application and serves it, behind `inFront` if the options have that. */
export async function runProgram(
  application: Runnable,
  parts: ApplicationParts,
  { inFront, ...options }: RunOptions,
): Promise<Server> {
  const { onError } = application[RUNNER]
  await application[RUNNER].ready()
  application[RUNNER].compile()
  // A router may have been found by now.
  const { router, table, containers } = parts
  const routes = `${table.routes.length} route${table.routes.length === 1 ? '' : 's'}`
  const banner = router ? `${router.constructor.name}, ${routes}` : routes
  const served =
    inFront === undefined ? application : new Pipeline(onError && { onError }).pipe(inFront).pipe(application)
  return serve(served, { ...options, banner, containers })
}

import type { RouterInterface } from '@app/router'
import type { Container } from '../container/container.ts'
import type { RequestHandlerInterface } from '../messages/request-handler.ts'
import type { MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import { ErrorHandler } from '../pipeline/error-handler.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { RUNNER, type Runner } from '../pipeline/runner.ts'
import { serve } from './serve.ts'
import type { RunOptions, Server } from './server.ts'

/** What is run: an application, whose runner compiles it. */
interface Runnable extends MiddlewareInterface, RequestHandlerInterface {
  readonly [RUNNER]: Runner
}

/** The parts of an application that its banner names, and the containers to start and to dispose of. */
interface ProgramParts {
  readonly router: RouterInterface | undefined
  readonly table: { readonly routes: readonly unknown[] }
  readonly containers: Iterable<Container>
}

/** Compiles an application and serves it, behind what the options put in front. */
export async function runProgram(
  application: Runnable,
  parts: ProgramParts,
  { inFront, respond, ...options }: RunOptions,
): Promise<Server> {
  const { onError } = application[RUNNER]
  await application[RUNNER].ready()
  application[RUNNER].compile()
  // A router may have been found by now.
  const { router, table, containers } = parts
  const routes = `${table.routes.length} route${table.routes.length === 1 ? '' : 's'}`
  const banner = router ? `${router.constructor.name}, ${routes}` : routes
  const front: readonly MiddlewareLike[] = [
    ...(inFront === undefined ? [] : [inFront]),
    ...(respond === undefined ? [] : [new ErrorHandler({ respond, ...(onError && { listeners: [onError] }) })]),
  ]
  const served = front.length === 0 ? application : new Pipeline(onError && { onError }).pipe(front).pipe(application)
  return serve(served, { ...options, banner, containers })
}

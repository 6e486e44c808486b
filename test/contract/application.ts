import { Application, ApplicationFactory, type MiddlewareLike, ROUTER_SERVICE, type RouterInterface } from '@app/core'
import { routerFor } from './by-router.ts'
import { NamedClasses } from './classes.ts'
import { buildConfig } from './config-spec.ts'
import { buildContainer } from './container-spec.ts'
import { finalMiddleware } from './final-handler.ts'
import type { Context } from './middleware-spec.ts'
import { NotApplicable } from './not-applicable.ts'
import { takeStep } from './steps.ts'
import { isOlder } from './units.ts'
import type { Setup } from './vectors.ts'

/** The application of a recorded case, and the errors that steps of the case's setup threw. */
export interface BuiltApplication {
  readonly application: Application
  readonly stepErrors: readonly { readonly step: number; readonly error: unknown }[]
}

/**
 * Builds the application that the setup of a recorded case describes. Throws if the construction itself fails, or if a
 * part of the case has no counterpart here (`NotApplicable`); other errors of the steps after the construction are
 * collected.
 */
export function buildApplication(
  setup: Setup,
  outside: Omit<Context, 'classes'>,
  onError?: (error: unknown) => void,
): BuiltApplication {
  const context: Context = { ...outside, classes: new NamedClasses(outside.trace) }
  const application = setup.build === 'config' ? fromConfig(setup, context) : direct(setup, context, onError)
  const stepErrors: { step: number; error: unknown }[] = []
  for (const [step, value] of (setup.steps ?? []).entries()) {
    try {
      takeStep(application, value, context)
    } catch (error) {
      if (error instanceof NotApplicable) throw error
      stepErrors.push({ step, error })
    }
  }
  for (const middleware of finalOf(setup, context)) application.pipe(middleware)
  return { application, stepErrors }
}

function direct(setup: Setup, context: Context, onError: ((error: unknown) => void) | undefined): Application {
  const container = setup.container === null ? undefined : buildContainer(setup, context)
  return new Application({
    router: routerOf(context),
    ...(container && { container }),
    ...(onError && { onError }),
  })
}

function fromConfig(setup: Setup, context: Context): Application {
  const services = { [ROUTER_SERVICE]: routerOf(context) }
  return ApplicationFactory.create(buildContainer(setup, context, buildConfig(setup.config ?? {}, context), services))
}

function routerOf({ router, line, adapters }: Context): RouterInterface {
  return adapters.router(routerFor(router), line)
}

function finalOf({ finalHandler }: Setup, context: Context): readonly MiddlewareLike[] {
  return isOlder(context.line) && finalHandler !== undefined ? finalMiddleware(finalHandler, context) : []
}

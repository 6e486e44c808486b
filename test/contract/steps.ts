import { type Application, type MiddlewareLike, Route, type RouteOptions } from '@app/core'
import { doublePassError, type OlderErrorMiddleware } from '@app/double-pass'
import { optionsFor, pathFor } from './by-router.ts'
import { constant } from './constants.ts'
import { describeRoute } from './describe-route.ts'
import { build, type Context } from './middleware-spec.ts'
import { NotApplicable } from './not-applicable.ts'
import type { Line } from './units.ts'
import type { Step } from './vectors.ts'

type LooseApplication = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** Runs one step of a recorded setup: a call of a method of the application, such as `pipe`. */
export function takeStep(app: Application, step: Step, context: Context): void {
  const { op } = step
  if (REGISTRATIONS.has(op)) register(app, step, context)
  else if (op === 'pipe') pipe(app, step, build(step.middleware, context))
  else if (op === 'pipeError') pipe(app, step, errorMiddleware(app, step.middleware, context))
  else if (op === 'call') call(app, step, context)
  else for (const name of constantsOf(op, context.line)) app.pipe(constant(name, context.line))
}

const REGISTRATIONS = new Set(['route', 'get', 'post', 'put', 'patch', 'delete', 'any'])

/**
 * The names of the ready-made middleware that a step pipes. In the older release lines, routing and dispatch also
 * answer 405, HEAD and OPTIONS; v3 has separate middleware for that.
 */
function constantsOf(op: string, line: Line): readonly string[] {
  const isV3 = line === 'V3'
  switch (op) {
    case 'standard':
      return isV3 ? ['routing', 'methodNotAllowed', 'dispatch'] : ['routing', 'dispatch']
    case 'pipeRouting':
      return ['routing']
    case 'pipeDispatch':
      return ['dispatch']
    case 'pipeMethodNotAllowed':
      return isV3 ? ['methodNotAllowed'] : []
    case 'pipeImplicitHead':
      return isV3 ? ['implicitHead'] : []
    case 'pipeImplicitOptions':
      return isV3 ? ['implicitOptions'] : []
    case 'pipeErrorHandlerMw':
      return ['errorHandler']
    case 'pipeNotFound':
      return ['notFound']
    default:
      throw new NotApplicable(`There is no step "${op}".`)
  }
}

function register(app: Application, step: Step, context: Context): void {
  const route = step.object ? app.route(routeOf(step.object, context)) : registerPath(app, step, context)
  if ('options' in step) route.setOptions(optionsFor(step.options) as RouteOptions)
  if (step.dump) context.trace.add({ route: describeRoute(route, context.line) })
}

function registerPath(app: Application, step: Step, context: Context): Route {
  const args: unknown[] = [pathFor(step.path), build(step.middleware, context)]
  if (step.op === 'route') args.push(step.methods)
  if ('name' in step) args.push(step.name)
  return loose(app)[step.op]?.(...args) as Route
}

function routeOf(spec: Omit<Step, 'op' | 'object'>, context: Context): Route {
  const { path, middleware, methods, name, options } = spec
  const route = new Route(
    pathFor(path) as string,
    build(middleware, context),
    methods as string[] | undefined,
    name as string | undefined,
  )
  return options === undefined ? route : route.setOptions(optionsFor(options) as RouteOptions)
}

function pipe(app: Application, step: Step, middleware: MiddlewareLike): void {
  if ('path' in step) app.pipe(step.path as never, middleware)
  else app.pipe(middleware)
}

/**
 * Makes error middleware. For the name of a service, this middleware fetches the service itself, since a name can be
 * marked as error middleware (`error: true`) only in configuration.
 */
function errorMiddleware(app: Application, spec: unknown, context: Context): MiddlewareLike {
  if (typeof spec !== 'string') return build(spec, context)
  type Service = Extract<OlderErrorMiddleware, (...args: never[]) => unknown>
  return doublePassError((...args) => (app.getContainer().get(spec) as Service)(...args))
}

function call(app: Application, { method = '', args = [] }: Step, context: Context): void {
  const member = loose(app)[method] as (...args: unknown[]) => unknown
  Reflect.apply(
    member,
    app,
    args.map((argument) => build(argument, context)),
  )
}

function loose(app: Application): LooseApplication {
  return app as unknown as LooseApplication
}

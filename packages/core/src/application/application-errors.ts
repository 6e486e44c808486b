/**
 * The container was requested from an application that was constructed without one.
 *
 * @example
 * try {
 *   app.getContainer()
 * } catch (error) {
 *   if (!(error instanceof ContainerNotRegisteredError)) throw error
 *   console.error(error.message)
 * }
 */
export class ContainerNotRegisteredError extends Error {
  override readonly name = 'ContainerNotRegisteredError'

  constructor() {
    super('This application has no container. Give it one: new Application({ container }).')
  }
}

/**
 * The URL of a route was requested by a name that no route has, or `urlFor()` was called without a name for a request
 * that has matched no route.
 *
 * @example
 * try {
 *   app.url('user.shw')
 * } catch (error) {
 *   if (!(error instanceof UnknownRouteError)) throw error
 *   console.error(error.message)
 * }
 */
export class UnknownRouteError extends Error {
  override readonly name = 'UnknownRouteError'

  /** Without `name`, the error says that the request has matched no route. */
  constructor(name?: string, near?: string) {
    const hint = near === undefined ? 'Name routes when you register them.' : `Did you mean "${near}"?`
    super(
      name === undefined
        ? "The request has matched no route, so urlFor() needs the name of one: urlFor(request, 'user.show')."
        : `No route is named "${name}". ${hint}`,
    )
  }
}

/**
 * All problems that `app.check()` has found, one by one in `errors`.
 *
 * @example
 * try {
 *   await app.check()
 * } catch (error) {
 *   if (!(error instanceof CheckError)) throw error
 *   for (const problem of error.errors) console.error(problem)
 * }
 */
export class CheckError extends AggregateError {
  override readonly name = 'CheckError'

  constructor(problems: readonly unknown[]) {
    const lines = problems.map((problem) => `- ${problem instanceof Error ? problem.message : String(problem)}`)
    super(problems, `${problems.length} problem${problems.length === 1 ? '' : 's'} found:\n${lines.join('\n')}`)
  }
}

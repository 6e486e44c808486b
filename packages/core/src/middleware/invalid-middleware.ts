import { ConfigurationError, describeValue, UsageError } from '@app/checks'
import { withoutFrames } from './stack-frames.ts'

export function notMiddleware(place: string, value: unknown): ConfigurationError {
  const instead = value instanceof Response ? 'Give what makes it: () => response.' : FORMS
  return invalid(`${place}: ${describeValue(value)} is not middleware. ${instead}`)
}

export function unknownService(place: string, name: string, near: string | undefined): ConfigurationError {
  const hint = near === undefined ? insteadOf(name, 'Register it') : `Did you mean "${near}"?`
  return invalid(`${place}: the container has no service "${name}". ${hint}`)
}

export function noContainerFor(place: string, name: string): ConfigurationError {
  const instead = insteadOf(name, 'Give one: new Application({ container })')
  return invalid(`${place}: "${name}" names a service, but there is no container. ${instead}`)
}

export function serviceIsNot(place: string, name: string, value: unknown): ConfigurationError {
  return invalid(
    `${place}: the service "${name}" is ${describeValue(value)}, which is not invokable as middleware. ${FORMS}`,
  )
}

export function serviceIsForErrors(place: string, name: string): ConfigurationError {
  return invalid(
    `${place}: the service "${name}" is error middleware. Say so in its entry, with ` +
      `"error: true", or in code: errorEntry('${name}') of '@app/core/extending'.`,
  )
}

export function notErrorMiddleware(place: string, value: unknown): ConfigurationError {
  return invalid(
    `${place}: ${describeValue(value)} is not error middleware. Give what errorMiddleware() of '@app/core/extending' ` +
      "makes, or doublePassError() of '@app/double-pass' for a function (error, request, response, next), or the name of " +
      'a service that is one of these.',
  )
}

export function factoryMadeNoMiddleware(place: string, by: string, value: unknown): ConfigurationError {
  return invalid(
    `${place}: ${by} has "inject", so it is called once, with these services, and returns the middleware. ` +
      `It returned ${describeValue(value)}. Return a function (request) => response.`,
  )
}

/** The error for a service that a class or factory names in `inject`, and that the container does not have. */
export function unknownNeed(place: string, by: string, name: string, near: string | undefined): ConfigurationError {
  const hint = near === undefined ? 'Register it, or correct the name.' : `Did you mean "${near}"?`
  return invalid(`${place}: Service not found: ${by} → missing ${name}, required by ${by}. ${hint}`)
}

/** The error for a class or factory with `inject` in an application without a container. */
export function noContainerForNeed(place: string, by: string, name: string): ConfigurationError {
  return invalid(
    `${place}: ${by} takes arguments, such as the service "${name}", and there is no container. ` +
      'Give one: new Application({ container }).',
  )
}

export function needsArguments(place: string, name: string): ConfigurationError {
  return invalid(
    `${place}: the class ${name} takes arguments, and the container does not know it. ` +
      'Register it as a service, give it `static inject`, or pipe an instance.',
  )
}

/** True for the errors that the functions above make. */
export function isInvalidMiddleware(error: unknown): boolean {
  return ConfigurationError.is(error) && error.code === 'APP_MIDDLEWARE'
}

/** Makes the error for middleware that returned something other than a response. */
export function invalidResponse(place: string, value: unknown): UsageError {
  const reason =
    value === undefined
      ? 'returned nothing. Is a "return" missing?'
      : typeof value === 'function'
        ? `returned ${describeValue(value)}. If it makes middleware, pipe what it returns: call it.`
        : `returned ${describeValue(value)}.`
  return withoutFrames(
    new UsageError(
      'APP_RESPONSE_INVALID',
      `${place} ${reason} Middleware returns a Response, such as text('...') or handler(request).`,
    ),
  )
}

/**
 * Makes the error for a routing or dispatch step that is piped where it cannot work. The message names its position in
 * the pipeline.
 */
export function misplacedStep(message: string): ConfigurationError {
  return withoutFrames(new ConfigurationError('APP_STEP', message))
}

export function stepOutsideOfApplication(step: string): ConfigurationError {
  return misplacedStep(`${step} needs an application. Pipe it in one, not in a bare pipeline.`)
}

function invalid(message: string): ConfigurationError {
  return withoutFrames(new ConfigurationError('APP_MIDDLEWARE', message))
}

const FORMS =
  'Give a function, an object or a class with process or handle, the name of a service, or an array of these.'

/** Says what to write instead of a name that no service has. */
function insteadOf(name: string, remedy: string): string {
  if (name[0] === '/') return `A prefix stands before its middleware: pipe('${name}', middleware).`
  return `${remedy}, or pipe the middleware itself.`
}

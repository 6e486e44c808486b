import { describeValue } from '@app/checks'

/** A registered value is not middleware, or names a service that is missing or is not middleware. */
export class InvalidMiddlewareError extends Error {
  override readonly name = 'InvalidMiddlewareError'

  constructor(message: string) {
    super(message)
    withoutFrames(this)
  }

  static notMiddleware(place: string, value: unknown): InvalidMiddlewareError {
    const instead = value instanceof Response ? 'Give what makes it: () => response.' : FORMS
    return new InvalidMiddlewareError(`${place}: ${describeValue(value)} is not middleware. ${instead}`)
  }

  static unknownService(place: string, name: string, near: string | undefined): InvalidMiddlewareError {
    const hint = near === undefined ? insteadOf(name, 'Register it') : `Did you mean "${near}"?`
    return new InvalidMiddlewareError(`${place}: the container has no service "${name}". ${hint}`)
  }

  static noContainer(place: string, name: string): InvalidMiddlewareError {
    const instead = insteadOf(name, 'Give one: new Application({ container })')
    return new InvalidMiddlewareError(`${place}: "${name}" names a service, but there is no container. ${instead}`)
  }

  static serviceIsNot(place: string, name: string, value: unknown): InvalidMiddlewareError {
    return new InvalidMiddlewareError(
      `${place}: the service "${name}" is ${describeValue(value)}, which is not invokable as middleware. ${FORMS}`,
    )
  }

  static serviceIsForErrors(place: string, name: string): InvalidMiddlewareError {
    return new InvalidMiddlewareError(
      `${place}: the service "${name}" is error middleware. Say so in its entry, with ` +
        `"error: true", or in code: errorEntry('${name}') of '@app/core/extending'.`,
    )
  }

  static notErrorMiddleware(place: string, value: unknown): InvalidMiddlewareError {
    return new InvalidMiddlewareError(
      `${place}: ${describeValue(value)} is not error middleware. Give what errorMiddleware() of '@app/core/extending' ` +
        "makes, or doublePassError() of '@app/double-pass' for a function (error, request, response, next), or the name of " +
        'a service that is one of these.',
    )
  }

  static factory(place: string, name: string): InvalidMiddlewareError {
    const what = name === '' ? 'this function' : `the function ${name}`
    return new InvalidMiddlewareError(
      `${place}: ${what} has "inject", so it is the factory of a service and not middleware. ` +
        `Register it, factories: { 'acme/thing': ${name || 'factory'} }, and give the name 'acme/thing' here.`,
    )
  }

  static needsArguments(place: string, name: string): InvalidMiddlewareError {
    return new InvalidMiddlewareError(
      `${place}: the class ${name} takes arguments, and the container does not know it. ` +
        'Register it as a service, give it `static inject`, or pipe an instance.',
    )
  }
}

/** Middleware returned something other than a response. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'

  constructor(place: string, value: unknown) {
    const reason =
      value === undefined
        ? 'returned nothing. Is a "return" missing?'
        : typeof value === 'function'
          ? `returned ${describeValue(value)}. If it makes middleware, pipe what it returns: call it.`
          : `returned ${describeValue(value)}.`
    super(`${place} ${reason} Middleware returns a Response, such as text('...') or handler(request).`)
    withoutFrames(this)
  }
}

/** The routing or the dispatch step is piped where it cannot work. The message names its position in the pipeline. */
export class StepError extends Error {
  override readonly name = 'StepError'

  constructor(message: string) {
    super(message)
    withoutFrames(this)
  }

  static outsideOfApplication(step: string): StepError {
    return new StepError(`${step} needs an application. Pipe it in one, not in a bare pipeline.`)
  }
}

const FORMS =
  'Give a function, an object or a class with process or handle, the name of a service, or an array of these.'

/** Says what to write instead of a name that no service has. */
function insteadOf(name: string, remedy: string): string {
  if (name[0] === '/') return `A prefix stands before its middleware: pipe('${name}', middleware).`
  return `${remedy}, or pipe the middleware itself.`
}

/**
 * Runs `run`. If it throws, hides our own frames, so that the stack starts at the caller of the public function `door`.
 *
 * Use it only if `run` calls no code of others: the stack frames of that code would be lost. On platforms that cannot
 * cut stacks, the stack stays complete.
 */
export function fromCaller<T>(door: (...args: never[]) => unknown, run: () => T): T {
  try {
    return run()
  } catch (error) {
    Error.captureStackTrace?.(error as Error, door)
    throw error
  }
}

/**
 * Removes all frames of an error. It is called for errors whose frames are all internal, and whose message says where
 * the mistake is.
 */
export function withoutFrames(error: Error): void {
  error.stack = `${error.name}: ${error.message}`
}

/** A recorded exception of PHP; `kind` is its class, such as `RuntimeException`. */
export interface RecordedException {
  readonly kind: string
  readonly message?: string
}

/**
 * The error in place of PHP's `RuntimeException`, which middleware, factories and classes of the recorded cases throw.
 */
export class RuntimeException extends Error {
  override readonly name = 'RuntimeException'
}

/** Returns the name of an error and those of its causes; a value that is not a `Error` has the name of its type. */
export function namesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [typeof error]
  return [error.name, ...(error.cause === undefined ? [] : namesOf(error.cause))]
}

/** True if one of our errors, or one of its causes, corresponds to the recorded exception. */
export function isOfKind(error: unknown, { kind }: RecordedException): boolean {
  const accepted = KINDS[kind] ?? []
  return namesOf(error).some((name) => accepted.includes(name))
}

const TYPE_ERROR = ['TypeError', 'Error', 'InvalidResponseError', 'ApplicationConfigError']
const OF_ROUTES = ['RouteError', 'PathSyntaxError', 'UnknownRouteError', 'UrlGenerationError']

/** For each recorded exception of Mezzio or PHP, the names of our errors that correspond to it. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  RuntimeException: ['RuntimeException', 'HttpError', ...OF_ROUTES],
  Error: TYPE_ERROR,
  TypeError: TYPE_ERROR,
  ArgumentCountError: [...TYPE_ERROR, 'InvalidMiddlewareError', 'ServiceNotCreatedError'],
  BadMethodCallException: [...TYPE_ERROR, 'InvalidMiddlewareError'],
  InvalidArgumentException: [
    'InvalidMiddlewareError',
    'ApplicationConfigError',
    'PathPrefixError',
    'ConfigValueError',
    ...OF_ROUTES,
  ],
  InvalidMiddlewareException: ['InvalidMiddlewareError'],
  MissingDependencyException: ['InvalidMiddlewareError', 'MissingDependencyError'],
  MiddlewareException: ['PassedError'],
  MiddlewarePipeNextHandlerAlreadyCalledException: ['RepeatedCallError'],
  MissingResponseException: ['InvalidResponseError'],
  DuplicateRouteException: ['DuplicateRouteError'],
  BadRouteException: ['DuplicateRouteError', ...OF_ROUTES],
  RouteNotFound: ['UnknownRouteError'],
  RouteAlreadyExists: ['DuplicateRouteError'],
  ContainerNotRegisteredException: ['ContainerNotRegisteredError'],
  ServiceNotFoundException: ['ServiceNotFoundError'],
  ServiceNotCreatedException: ['ServiceNotCreatedError'],
  CyclicAliasException: ['CyclicAliasError'],
  CircularReferenceException: ['CyclicAliasError', 'CyclicDependencyError'],
  InvalidServiceNameException: ['InvalidDependenciesError'],
  InvalidConfigProviderException: ['ProviderError'],
  InvalidConfigProcessorException: ['PostProcessorError'],
  MalformedRequestBodyException: ['SyntaxError', 'HttpError', 'MalformedBodyError'],
}

import { ConfigurationError, UsageError } from '@app/core'

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

/**
 * Returns the code of an error, or its name if it has none, and those of its causes; a value that is not an `Error` has
 * the name of its type.
 */
export function namesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [typeof error]
  const own = ConfigurationError.is(error) || UsageError.is(error) ? error.code : error.name
  return [own, ...(error.cause === undefined ? [] : namesOf(error.cause))]
}

/** True if one of our errors, or one of its causes, corresponds to the recorded exception. */
export function isOfKind(error: unknown, { kind }: RecordedException): boolean {
  const accepted = KINDS[kind] ?? []
  return namesOf(error).some((name) => accepted.includes(name))
}

const TYPE_ERROR = ['TypeError', 'Error', 'APP_RESPONSE_INVALID', 'APP_CONFIG_SECTION']
const OF_ROUTES = ['APP_ROUTE', 'APP_PATH_SYNTAX', 'APP_ROUTE_UNKNOWN', 'APP_URL_PARAMS']

/** For each recorded exception of Mezzio or PHP, the codes or names of our errors that correspond to it. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  RuntimeException: ['RuntimeException', 'HttpError', ...OF_ROUTES],
  Error: TYPE_ERROR,
  TypeError: TYPE_ERROR,
  ArgumentCountError: [...TYPE_ERROR, 'APP_ARGUMENTS', 'APP_MIDDLEWARE', 'APP_SERVICE_NOT_CREATED'],
  BadMethodCallException: [...TYPE_ERROR, 'APP_ARGUMENTS', 'APP_MIDDLEWARE'],
  InvalidArgumentException: [
    'APP_MIDDLEWARE',
    'APP_CONFIG_SECTION',
    'APP_PATH_PREFIX',
    'APP_CONFIG_VALUE',
    ...OF_ROUTES,
  ],
  InvalidMiddlewareException: ['APP_MIDDLEWARE'],
  MissingDependencyException: ['APP_MIDDLEWARE', 'APP_ROUTER_INVALID'],
  MiddlewareException: ['HttpError'],
  MiddlewarePipeNextHandlerAlreadyCalledException: ['APP_HANDLER_REPEATED'],
  MissingResponseException: ['APP_RESPONSE_INVALID'],
  DuplicateRouteException: ['APP_ROUTE_DUPLICATE'],
  BadRouteException: ['APP_ROUTE_DUPLICATE', ...OF_ROUTES],
  RouteNotFound: ['APP_ROUTE_UNKNOWN'],
  RouteAlreadyExists: ['APP_ROUTE_DUPLICATE'],
  ContainerNotRegisteredException: ['APP_CONTAINER_MISSING'],
  ServiceNotFoundException: ['APP_SERVICE_NOT_FOUND'],
  ServiceNotCreatedException: ['APP_SERVICE_NOT_CREATED'],
  CyclicAliasException: ['APP_ALIAS_CYCLE'],
  CircularReferenceException: ['APP_ALIAS_CYCLE', 'APP_SERVICE_CYCLE'],
  InvalidServiceNameException: ['APP_DEPENDENCIES'],
  InvalidConfigProviderException: ['APP_CONFIG_PROVIDER'],
  InvalidConfigProcessorException: ['APP_POST_PROCESSOR'],
  MalformedRequestBodyException: ['SyntaxError', 'HttpError', 'MalformedBodyError'],
}

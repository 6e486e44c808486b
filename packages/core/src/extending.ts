export {
  allowsOrigin,
  ConfigurationError,
  checkOptions,
  describeValue,
  hasBrand,
  isClass,
  isMap,
  modeOf,
  nearest,
  OptionError,
  type OptionKind,
  type Origins,
  optionKind,
  printable,
  refuseSecond,
  refuseUnknown,
  UsageError,
} from '@app/checks'
export {
  addVary,
  answeringWith,
  beforeSending,
  type ConditionalRequest,
  discard,
  type EarlyHints,
  type EndListener,
  earlyHints,
  escapeHtml,
  evaluateConditions,
  HTML_SOURCE,
  type HtmlSource,
  nodeResponse,
  type OutcomeListener,
  onEnd,
  onError,
  onOutcome,
  plainBody,
  type RequestEnd,
  type RequestErrorListener,
  type ResponseChange,
  reportError,
  switchProtocols,
  trailers,
  type UpgradedConnection,
  type Validators,
  within,
  withOpenHeaders,
} from '@app/http'
export { explainError, findPlugins } from '#platform'
export { isWatched } from '#platform/primitives'
export { type ConfigSection, checkService, fromEnvironment, fromSection } from './application/from-section.ts'
export type { ApplicationCommand, PackageCommand, PackageCommandContext } from './application/package-command.ts'
export { passingSecret } from './application/passing-secret.ts'
export type { Middleware, MiddlewareInterface, Params, RouteResult } from './index.ts'
export { aheadOfSurroundings } from './middleware/ahead-of-surroundings.ts'
export { type ErrorContinuation, ErrorMiddleware, errorMiddleware } from './middleware/error-middleware.ts'
export { forEveryResponse } from './middleware/for-every-response.ts'
export { LAST_RESPONSE } from './middleware/refuse.ts'
export type { PluginSearch } from './node/find-plugins.ts'
export { type Facts, withFacts } from './plan/description.ts'
export { errorEntry } from './plan/error-entry.ts'
export { routeFor } from './plan/find-route.ts'
export { prefixOf } from './plan/prefix-of.ts'
export {
  dispatchMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from './plan/step-parts.ts'
export { builtinModule } from './platform/builtin-module.ts'
export {
  aroundDispatch,
  beforeDispatch,
  type DispatchGuard,
  type RouteSurrounding,
} from './routing/dispatch-guards.ts'
export { matchedPath } from './routing/matched-route.ts'

export type { EarlyHints, UpgradedConnection } from '@app/http'
export {
  beforeAnswer,
  beforeSending,
  earlyHints,
  nodeResponse,
  octets,
  stream,
  switchProtocols,
  trailers,
} from '@app/http'
export type { AnswerChange, AnswerDecision, OptionKind, Origins, RequestErrorListener } from '@app/http/framework'
export {
  addVary,
  allowsOrigin,
  checkOptions,
  describeValue,
  discard,
  escapeHtml,
  HTML_SOURCE,
  type HtmlSource,
  isClass,
  isMap,
  OptionError,
  onError,
  optionKind,
  plainBody,
  printable,
  refuseUnknown,
  reportError,
  within,
  withOpenHeaders,
} from '@app/http/framework'
export { nearest } from '@app/router/adapter'
export { explainError, findPlugins } from '#platform'
export { isWatched } from '#platform/primitives'
export { type ConfigSection, fromEnvironment, fromSection } from './application/from-section.ts'
export type { Middleware, MiddlewareInterface, Params, RouteResult } from './index.ts'
export { type ErrorContinuation, ErrorMiddleware, errorMiddleware } from './middleware/error-middleware.ts'
export { forEveryAnswer } from './middleware/for-every-answer.ts'
export { LAST_ANSWER } from './middleware/refuse.ts'
export type { PluginSearch } from './node/find-plugins.ts'
export { type Facts, withFacts } from './plan/description.ts'
export { errorEntry } from './plan/error-entry.ts'
export { routeFor } from './plan/find-route.ts'
export { builtinModule } from './platform/builtin-module.ts'
export { beforeDispatch, type DispatchGuard } from './routing/dispatch-guards.ts'
export { matchedPath } from './routing/matched-route.ts'

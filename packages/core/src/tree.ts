export type { Attributes, RequestSource } from '@app/http/framework'
export { answerTest, attributesOf, type Entry, isClass, notedKeys, sourceOf } from '@app/http/framework'
export type { Policy } from './application/config.ts'
export { at, type ConfigEntry, entriesOf, placeOf } from './application/config-error.ts'
export type { AnyAttributeKey, MiddlewareDescription } from './index.ts'
export { canonicalPrefix } from './middleware/path-prefix.ts'
export { describe } from './tree/describe.ts'
export { withoutUndefined } from './tree/middleware-description.ts'
export {
  type ApplicationContent,
  type CompiledRoutes,
  type LazyMiddleware,
  type LimitedMiddleware,
  NOWHERE,
  type PreparedApplication,
  type PreparedMiddleware,
  type PreparedPipeline,
  type PreparedStep,
  preparedOf,
  type Surroundings,
} from './tree/prepared-middleware.ts'
export { inside, ready } from './tree/walk.ts'

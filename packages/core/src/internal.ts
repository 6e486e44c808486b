export { isClass } from '@app/checks'
export type { Attributes, RequestSource } from '@app/http/internal'
export { answerTest, attributesOf, notedKeys, type Servable, sourceOf } from '@app/http/internal'
export { isAskedSection } from '#platform/primitives'
export type { Policy } from './application/config.ts'
export { at, type ConfigEntry, entriesOf } from './application/config-section.ts'
export { placeOf } from './container/origin.ts'
export { disposeServices, startServices } from './container/service-life.ts'
export type { AnyAttributeKey, MiddlewareDescription } from './index.ts'
export { canonicalPrefix } from './middleware/path-prefix.ts'
export { containersIn } from './plan/containers.ts'
export { describe } from './plan/describe.ts'
export { withoutUndefined } from './plan/description.ts'
export { injectedIn, type PlacedInjectable } from './plan/injected.ts'
export { makeLazy, tryLazy } from './plan/lazy.ts'
export { enterLimit, limitCovers } from './plan/limit.ts'
export {
  type ApplicationContent,
  type ApplicationNode,
  type ErrorNode,
  type LazyNode,
  type Limit,
  type LimitedNode,
  type MiddlewareNode,
  type PipelineNode,
  type PlanNode,
  planOf,
  type RequestMatcher,
  type StepNode,
} from './plan/node.ts'
export { ready } from './plan/ready.ts'
export { type Around, type CompleteVisitor, inside, OUTSIDE, type Visitor, walk } from './plan/walk.ts'

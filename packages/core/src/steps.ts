export type { MiddlewareInterface, Params } from './index.ts'
export {
  dispatchMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from './plan/step-parts.ts'

export {
  dispatchMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from './routing/step-parts.ts'

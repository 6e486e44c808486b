export { watchedMiddleware } from '../middleware/repeated-call.ts'
export { isMiddlewareHeard, isRequestHeard, tracedMiddleware, tracedRequest, tracedRoute } from '../tracing/trace.ts'

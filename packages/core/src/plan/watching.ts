export { watchedMiddleware } from '../middleware/repeated-call.ts'
export { isRequestHeard, tracedMiddleware, tracedRequest, tracedRoute } from '../tracing/trace.ts'

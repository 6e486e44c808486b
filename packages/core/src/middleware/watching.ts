export { channelsHeard, tracedEntry, tracedMiddleware, tracedRoute } from '../tracing/trace.ts'
export { watchedDispatch, watchedPositions, watchedPrefix } from './guard-invariant.ts'
export { watchedMiddleware } from './repeated-call.ts'

export type { RateLimitSection } from './config-provider.ts'
export { configProvider, RATE_LIMIT_SERVICE } from './config-provider.ts'
export type { Limit, RateLimitOptions } from './rate-limit.ts'
export { RATE_LIMIT, rateLimit } from './rate-limit.ts'

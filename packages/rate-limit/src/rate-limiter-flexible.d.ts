/**
 * Declares the only file of rate-limiter-flexible that this package imports, since the library's main file needs
 * `node:cluster`.
 */
declare module 'rate-limiter-flexible/lib/RateLimiterRedis.js' {
  const RateLimiterRedis: new (options: {
    readonly points: number
    readonly duration: number
    readonly keyPrefix: string
    readonly storeClient: object
    readonly rejectIfRedisNotReady: boolean
  }) => { consume(key: string): Promise<{ readonly consumedPoints: number; readonly msBeforeNext: number }> }
  export default RateLimiterRedis
}

/** The two files of the library that are used; its main file needs `node:cluster`. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  const RateLimiterMemory: new (options: {
    readonly points: number
    readonly duration: number
    readonly keyPrefix: string
  }) => { consume(key: string): Promise<{ readonly remainingPoints: number; readonly msBeforeNext: number }> }
  export default RateLimiterMemory
}

declare module 'rate-limiter-flexible/lib/RateLimiterRedis.js' {
  const RateLimiterRedis: new (options: {
    readonly points: number
    readonly duration: number
    readonly keyPrefix: string
    readonly storeClient: object
    readonly rejectIfRedisNotReady: boolean
  }) => { consume(key: string): Promise<{ readonly remainingPoints: number; readonly msBeforeNext: number }> }
  export default RateLimiterRedis
}

export type { ResponseTimeOptions } from './response-time.ts'
export { responseTime } from './response-time.ts'

export { CORS_SERVICE, configProvider } from './config-provider.ts'
export { cors } from './cors.ts'
export type { CorsOptions } from './cors-options.ts'
export { CORS } from './cors-rules.ts'

export { configProvider, SECURITY_HEADERS_SERVICE } from './config-provider.ts'
export type { Directives, Frames } from './content-security-policy.ts'
export type { SecurityHeadersOptions, TransportSecurity } from './headers-of.ts'
export { NONCE, SECURITY_HEADERS, securityHeaders } from './security-headers.ts'

export type { Coding } from './codings.ts'
export type { CompressionOptions } from './compression.ts'
export { COMPRESSION, compression } from './compression.ts'
export { COMPRESSION_SERVICE, configProvider } from './config-provider.ts'

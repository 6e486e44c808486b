export { inflate } from './inflate.ts'
export { createServer } from './node-server.ts'
export { serve } from './serve.ts'
export { toNodeHandler } from './to-node-handler.ts'

export type { AttributeKey, Middleware } from '@app/core'
export type { ConnectMessages, ConnectMiddleware } from './connect.ts'
export { CONNECT, connect } from './connect.ts'

export type { Hub, HubContext, HubEvent, HubOptions } from './hub/hub.ts'
export { createHub } from './hub/hub.ts'
export type { HubRedis } from './hub/redis-log.ts'

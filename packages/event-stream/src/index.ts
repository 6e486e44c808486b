export type { ServerRequest } from '@app/core'
export type { EventGenerator, EventStreamContext, EventStreamOptions } from './event-stream.ts'
export { eventStream } from './event-stream.ts'
export type { ServerEvent } from './server-event.ts'

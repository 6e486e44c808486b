import { json, type RequestHandlerInterface } from '@app/core'

/** Answers with the time, in seconds since 1970. */
export class PingHandler implements RequestHandlerInterface {
  readonly handle = () => json({ ack: Math.floor(Date.now() / 1000) })
}

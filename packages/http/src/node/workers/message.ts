/** A server of the program listens in a worker. */
export interface Listening {
  readonly type: 'listening'
  readonly url: string
  readonly address: { readonly host: string; readonly port: number } | undefined
}

/** From a worker that stops by itself, and to a worker that is to stop. */
interface Stopping {
  readonly type: 'stopping'
}

/** What the process that starts workers and a worker tell each other. */
export type Message = Listening | Stopping

/** Programs may send messages of their own. */
const KEY = '@app/http/workers'

export function messageIn(data: unknown): Message | undefined {
  return typeof data === 'object' && data !== null ? (data as { [KEY]?: Message })[KEY] : undefined
}

export function asData(message: Message): object {
  return { [KEY]: message }
}

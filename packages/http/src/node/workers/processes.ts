import type { Cluster } from 'node:cluster'

/** Loads `node:cluster`. Only programs with workers need it: an import would load it at the start of every program. */
export function nodeCluster(): Cluster {
  return process.getBuiltinModule('node:cluster') as unknown as Cluster
}

/** The message by which a worker reports that a server of the program listens in it. */
export interface Listening {
  readonly type: 'listening'
  readonly url: string
  readonly address: { readonly host: string; readonly port: number } | undefined
}

/** The message that a worker sends when it begins to stop, and that it gets when it has to stop. */
interface Stopping {
  readonly type: 'stopping'
}

/** The messages between a worker and the process that starts workers. */
export type Message = Listening | Stopping

/** The property that marks messages of this package, since programs may send messages of their own. */
const KEY = '@app/http/workers'

export function messageIn(data: unknown): Message | undefined {
  return typeof data === 'object' && data !== null ? (data as { [KEY]?: Message })[KEY] : undefined
}

export function asData(message: Message): object {
  return { [KEY]: message }
}

/**
 * A connection of crossws. Its type is written out here, since the types of crossws would need the type declarations of
 * browsers and of other servers.
 */
export interface Peer {
  readonly id: string
  readonly remoteAddress: string | undefined
  /** The topics to which the connection has subscribed. */
  readonly topics: ReadonlySet<string>
  /** The number of bytes that wait to be sent to the client. */
  readonly bufferedAmount: number
  /** Sends a string, bytes, or a value as JSON. */
  send(data: unknown): unknown
  /** Sends to every other connection that has subscribed to a topic. */
  publish(topic: string, data: unknown): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  close(code?: number, reason?: string): void
  /** Ends the connection without a closing handshake. */
  terminate(): void
  /** Resolves when all bytes were sent to the client, or when the connection is closed. */
  waitForDrain(): Promise<void>
}

/** A message of a client. */
export interface Message {
  /** The content of the message: a string, or bytes. */
  readonly rawData: unknown
  text(): string
  json<T = unknown>(): T
  uint8Array(): Uint8Array
}

interface Published {
  readonly namespace: string
  readonly topic: string
  readonly data: string | Uint8Array
}

/** Passes published messages between processes: a driver of `crossws/sync`. */
export type Relay = (context: { readonly id: string }) => {
  subscribe(deliver: (message: Published) => void): void | Promise<void>
  publish(message: Published): void | Promise<void>
  close?(): void | Promise<void>
}

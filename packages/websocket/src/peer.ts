/** A connection, as crossws has it; its own types need those of browsers and of a server. */
export interface Peer {
  readonly id: string
  readonly remoteAddress: string | undefined
  /** The topics that it has subscribed to. */
  readonly topics: ReadonlySet<string>
  /** How many octets wait for the client. */
  readonly bufferedAmount: number
  /** Sends a text, octets, or a value as JSON. */
  send(data: unknown): unknown
  /** Sends to every other connection that has subscribed to a topic. */
  publish(topic: string, data: unknown): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  close(code?: number, reason?: string): void
  /** Ends the connection without a word. */
  terminate(): void
  /** Resolves when nothing waits for the client any more, or the connection is closed. */
  waitForDrain(): Promise<void>
}

/** A message of a client. */
export interface Message {
  /** A text, or octets. */
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

/** Relays what is published between processes: a driver of `crossws/sync`. */
export type Relay = (context: { readonly id: string }) => {
  subscribe(deliver: (message: Published) => void): void | Promise<void>
  publish(message: Published): void | Promise<void>
  close?(): void | Promise<void>
}

interface Event<M> {
  subscribe(listener: (message: unknown) => void): void
  publish(message: M): void
  runStores<R>(message: M, run: () => R): R
}

/**
 * The part of node's `TracingChannel` that is used here. Its own type would require `@types/node` of everybody who
 * reads messages.
 */
export interface Channel<M extends object> {
  readonly hasSubscribers: boolean
  readonly start: Event<M>
  readonly end: Event<M>
  readonly asyncStart: Event<M>
  readonly asyncEnd: Event<M>
  readonly error: Event<M>
}

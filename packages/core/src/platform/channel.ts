interface Event<M> {
  subscribe(listener: (message: unknown) => void): void
  publish(message: M): void
  runStores<R>(message: M, run: () => R): R
}

/**
 * The part of node's `TracingChannel` that this package uses. With node's own type, every program that subscribes to a
 * channel would need `@types/node`.
 */
export interface Channel<M extends object> {
  readonly hasSubscribers: boolean
  readonly start: Event<M>
  readonly end: Event<M>
  readonly asyncStart: Event<M>
  readonly asyncEnd: Event<M>
  readonly error: Event<M>
}

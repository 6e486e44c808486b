/** A class as a key of the container and as the promise of what it gives. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

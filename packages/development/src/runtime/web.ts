/** Always false: an edge runtime is public, and has no environment variables to read. */
export function isDevelopment(): boolean {
  return false
}

export function warn(message: string): void {
  console.warn(message)
}

/** Does nothing: the platform has no tracing channels. */
export function subscribe(_channel: string, _started: unknown, _failed: unknown): void {}

/** Always `undefined`: there are no files. */
export function readSource(_location: string): string | undefined {
  return undefined
}

export function shownPath(location: string): string {
  return location
}

export function isOwnCode(_location: string): boolean {
  return false
}

/** Always false: an edge runtime is public, and has no environment variables to read. */
export function isDevelopment(): boolean {
  return false
}

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

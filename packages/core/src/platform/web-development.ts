/** Whoever can reach an edge runtime may be anybody, and there is no environment to ask. */
export function isDevelopment(): boolean {
  return false
}

/** There are no files. */
export function readSource(_location: string): string | undefined {
  return undefined
}

export function shownPath(location: string): string {
  return location
}

export function isOwnCode(_location: string): boolean {
  return false
}

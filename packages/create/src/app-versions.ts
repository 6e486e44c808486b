/** What a written manifest asks of our packages. */
export interface AppVersions {
  /** For dependencies and dev dependencies. */
  readonly installed: string
  /** For peer dependencies, which have to last longer. */
  readonly peer: string
}

/**
 * The versions of our packages that belong to a version of this one: all of the same major, from 1 on.
 *
 * A snapshot, `0.0.0-…`, belongs to the packages of the same snapshot. A tag of the registry, or a range, stands instead
 * of what would be installed.
 */
export function appVersions(ownVersion: string, tag?: string): AppVersions {
  const peer = `^${Math.max(Number.parseInt(ownVersion, 10), 1)}.0.0`
  const isSnapshot = ownVersion.startsWith('0.0.0-')
  return { installed: tag || (isSnapshot ? ownVersion : peer), peer }
}

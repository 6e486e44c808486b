import { type ServerRequest, UsageError, urlFor } from '@app/core'

/** Returns the URL of a team, or that of all teams if this application has no page for one. */
export function teamUrl(request: ServerRequest, slug: string): string {
  try {
    return urlFor(request, 'team.show', { slug })
  } catch (error) {
    if (UsageError.is(error) && error.code === 'APP_ROUTE_UNKNOWN') return '/teams'
    throw error
  }
}

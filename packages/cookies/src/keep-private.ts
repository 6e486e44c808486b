/**
 * Keeps shared caches from storing an answer that sets a cookie, since they would hand the cookie to other visitors.
 *
 * Directives for shared caches give way to `private`; those for the browser stay. Source: RFC 9111
 * sections 3.5, 5.2.2 and 7.3; RFC 9213 for headers that are meant for one cache and outweigh `Cache-Control`.
 */
export function keepPrivate(headers: Headers): void {
  const directives = (headers.get('cache-control') ?? '').match(DIRECTIVE)?.map((directive) => directive.trim()) ?? []
  const kept = directives.filter((directive) => !ON_SHARED_CACHES.test(directive))
  const isKept = kept.some((directive) => /^(?:private|no-store)$/i.test(directive))
  headers.set('cache-control', (isKept ? kept : ['private', ...kept]).join(', '))
  for (const name of [...headers.keys()]) if (FOR_ONE_CACHE.test(name)) headers.delete(name)
}

/** A directive of the header; quotes may hold a comma. */
const DIRECTIVE = /(?:[^,"]|"(?:\\.|[^"\\])*")+/g
/**
 * Directives for shared caches. Even `private="set-cookie"` is one: it lets caches keep the rest, and some do not take
 * it for `private` at all.
 */
const ON_SHARED_CACHES = /^(?:public$|s-maxage\b|proxy-revalidate$|private\s*=|$)/i
const FOR_ONE_CACHE = /cdn-cache-control$|^surrogate-control$|^edge-control$|^x-accel-expires$/

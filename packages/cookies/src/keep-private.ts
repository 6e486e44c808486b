/**
 * Keeps shared caches from storing an answer that sets a cookie, since such a cache would give the cookie to other
 * visitors.
 *
 * Directives for shared caches are replaced by `private`; directives for the browser stay. Source: RFC 9111 sections
 * 3.5, 5.2.2 and 7.3; RFC 9213 for headers that are meant for one cache and take precedence over `Cache-Control`.
 */
export function keepPrivate(headers: Headers): void {
  const directives = (headers.get('cache-control') ?? '').match(DIRECTIVE)?.map((directive) => directive.trim()) ?? []
  const kept = directives.filter((directive) => !ON_SHARED_CACHES.test(directive))
  const isKept = kept.some((directive) => /^(?:private|no-store)$/i.test(directive))
  headers.set('cache-control', (isKept ? kept : ['private', ...kept]).join(', '))
  for (const name of [...headers.keys()]) if (FOR_ONE_CACHE.test(name)) headers.delete(name)
}

/** Matches a directive of the header, in which quotes may contain a comma. */
const DIRECTIVE = /(?:[^,"]|"(?:\\.|[^"\\])*")+/g
/**
 * Matches directives for shared caches. `private="set-cookie"` is one of them: it lets caches keep the rest of the
 * answer, and some caches do not treat it as `private` at all.
 */
const ON_SHARED_CACHES = /^(?:public$|s-maxage\b|proxy-revalidate$|private\s*=|$)/i
const FOR_ONE_CACHE = /cdn-cache-control$|^surrogate-control$|^edge-control$|^x-accel-expires$/

/**
 * Keeps shared caches from storing a response that sets a cookie, since such a cache would give the cookie to other
 * visitors.
 *
 * Replaces the directives of `Cache-Control` for shared caches by `private`, and keeps those for the browser;
 * `no-store` needs no `private`. Removes headers such as `Surrogate-Control`, which are meant for one kind of cache and
 * take precedence over `Cache-Control` there. Sources: RFC 9111 sections 3.5, 5.2.2 and 7.3, RFC 9213.
 */
export function keepPrivate(headers: Headers): void {
  const directives = (headers.get('cache-control') ?? '').match(DIRECTIVE)?.map((directive) => directive.trim()) ?? []
  const kept = directives.filter((directive) => !ON_SHARED_CACHES.test(directive))
  const isKept = kept.some((directive) => /^(?:private|no-store)$/i.test(directive))
  headers.set('cache-control', (isKept ? kept : ['private', ...kept]).join(', '))
  for (const name of [...headers.keys()]) if (FOR_ONE_CACHE.test(name)) headers.delete(name)
}

/** Matches a directive of `Cache-Control`. Its value may be in quotes and contain commas there. */
const DIRECTIVE = /(?:[^,"]|"(?:\\.|[^"\\])*")+/g
/**
 * Matches directives for shared caches, and empty ones. `private="set-cookie"` is for shared caches too: it lets them
 * keep the rest of the response, and some caches do not treat it as `private` at all.
 */
const ON_SHARED_CACHES = /^(?:public$|s-maxage\b|proxy-revalidate$|private\s*=|$)/i
const FOR_ONE_CACHE = /cdn-cache-control$|^surrogate-control$|^edge-control$|^x-accel-expires$/

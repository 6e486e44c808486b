/**
 * Whether a page comes from the host of the request. The scheme may differ: behind a proxy that speaks TLS, the server
 * sees `http`.
 */
export function isOwnOrigin(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}

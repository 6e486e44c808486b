/**
 * True if a page comes from the host of the request. The scheme is not compared: behind a proxy that ends TLS, the page
 * has `https`, and the request `http`.
 */
export function isOwnOrigin(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}

import { contentOf, type EndpointDescription } from '@app/endpoint'
import type { ClientHeaders, ClientOptions } from './client-options.ts'
import { formOf } from './form.ts'
import { fillPath } from './path.ts'

/** The parts of a request, with the types that a caller may give. */
export interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: unknown
  readonly headers?: unknown
  readonly cookies?: unknown
  readonly body?: unknown
}

/** The options of a call: the caller's options replace the client's options, but the headers of both are kept. */
export interface AllOptions extends Omit<ClientOptions, 'headers'> {
  readonly headers: readonly ClientOptions['headers'][]
}

/**
 * Makes the URL and the options of `fetch` from the parts of a request. Rejects with a `TypeError`, which names the
 * field or the path, for a value that cannot be sent.
 */
export async function requestOf(
  { method, path, body: described }: EndpointDescription,
  { params = {}, query, headers, cookies, body }: Parts,
  { baseUrl, headers: headersOf }: AllOptions,
): Promise<[url: URL, init: RequestInit]> {
  const base = baseUrl ?? (globalThis as Page).location?.origin ?? 'http://localhost'
  const url = new URL(`${base}`.replace(/\/$/, '') + fillPath(path, params))
  url.search = searchOf(query) as never

  // The cookies are encoded like a query, then separated by "; ", and a space is written as %20.
  const cookie = `${searchOf(cookies)}`.replaceAll('&', '; ').replaceAll('+', '%20')
  const sent = new Headers()
  for (const given of [...headersOf, formOf(headers)]) {
    const fields = new Headers((given instanceof Function ? await given() : given) as ClientHeaders)
    for (const [name, text] of fields) sent.set(name, text)
  }
  if (cookie) sent.set('cookie', cookie)
  // The member `duplex` is added to the type, since the library `dom` of TypeScript lacks it.
  const init: RequestInit & { duplex: 'half' } = { method, headers: sent, duplex: 'half' }
  // `fetch` would send other headers, such as an API key, to every place to which a server redirects the request.
  if ([...sent.keys()].some((name) => !KEPT_HOME.test(name))) init.redirect = 'error'
  if (described && body !== undefined) {
    const { kind, type } = contentOf(described)
    // The platform sets the media type of a multipart form, with its boundary, and of a blob if the description has a
    // range of types such as `image/*`.
    if (kind !== 'multipart' && !type.endsWith('*')) sent.set('content-type', type)
    init.body = WRITERS[kind]?.(body) ?? (body as Sent)
  }
  return [url, init]
}

/** Returns fields as a query. A form that has only strings can be passed to `URLSearchParams`. */
const searchOf = (fields: unknown) => new URLSearchParams(formOf(fields) as never)

/** Headers that tell nothing, and those that `fetch` drops when it follows a redirect to another origin. */
const KEPT_HOME = /^(accept|authorization$|content-|cookie$|last-event-id$)/

const WRITERS: Readonly<Record<string, (body: unknown) => Sent>> = {
  json: JSON.stringify,
  form: searchOf,
  multipart: formOf,
}

type Page = { readonly location?: { readonly origin: string } }
type Sent = NonNullable<RequestInit['body']>

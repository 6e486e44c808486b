import type { ServerRequest } from '@app/core'

/**
 * Warns of a response to a form that redirects to another site which `form-action` of the policy does not name:
 * browsers stop such a redirect, and only their console says why. Warns once for each site.
 */
export function sayBlockedForm({ method, url, fullPath }: ServerRequest, { status, headers }: Response): void {
  const location = headers.get('location')
  if (method === 'GET' || method === 'HEAD' || status < 300 || status > 399 || location === null) return
  const sources = /(?:^|;)\s*form-action\s([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  if (sources === undefined || !URL.canParse(location, url)) return
  const { origin, protocol, host } = new URL(location, url)
  if (origin === new URL(url).origin || said.has(origin) || said.size === MOST) return
  if (sources.split(/\s+/).some((source) => names(source, { origin, protocol, host }))) return
  said.add(origin)
  console.warn(
    `${method} ${fullPath} redirects to ${origin}. Browsers stop a form there, since "form-action" of the content ` +
      `security policy is ${sources.trim()}. Name the site: securityHeaders({ contentSecurityPolicy: ` +
      `{ 'form-action': ["'self'", '${origin}'] } }).`,
  )
}

type Target = Readonly<Record<'origin' | 'protocol' | 'host', string>>

function names(source: string, { origin, protocol, host }: Target): boolean {
  const [scheme, pattern = ''] = source.includes('://') ? source.split('://') : ['', source]
  if (source === '*' || source === protocol || source === origin) return true
  const isScheme = scheme === '' || `${scheme}:` === protocol
  const [bare = ''] = pattern.split('/')
  return isScheme && (bare.startsWith('*.') ? host.endsWith(bare.slice(1)) : bare === host)
}

const said = new Set<string>()
const MOST = 100

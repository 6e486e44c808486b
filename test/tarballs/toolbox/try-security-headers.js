import { Application, html } from '@app/core'
import { NONCE, securityHeaders } from '@app/security-headers'

/**
 * Requests a page, checks that the nonce in it is that of its content security policy, and counts its headers without
 * `content-type` and `content-length`.
 */
export async function trySecurityHeaders() {
  const app = new Application().pipe(securityHeaders()).pipe((request) => html(request.attribute(NONCE)))
  const page = await app.fetch(new Request('https://localhost/'))
  const { headers } = page
  const hasNonce = headers.get('content-security-policy').includes(`'nonce-${await page.text()}'`)
  const others = [...headers.keys()].filter((name) => !['content-type', 'content-length'].includes(name))
  return [hasNonce, headers.get('x-frame-options'), others.length]
}

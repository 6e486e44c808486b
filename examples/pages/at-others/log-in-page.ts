import { returnPath } from '@app/authentication'
import { html, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import { markup } from '@app/view'

export function logInPage(request: ServerRequest): Response {
  const query = new URLSearchParams({ return: returnPath(request, '/account') })
  const notices = request.attribute(SESSION).flashes('notice')
  return html(markup`${notices.map((notice) => markup`<p role="status">${notice}</p>`)}
<a href="${`/log-in/google?${query}`}">Google</a> <a href="${`/log-in/keycloak?${query}`}">Acme</a>`)
}

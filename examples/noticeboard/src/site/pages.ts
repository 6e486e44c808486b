import { IDENTITY } from '@app/authentication'
import { html, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, type Form, form, type Markup, markup } from '@app/view'
import { frame } from './frame.ts'

/** A form that nobody has sent yet. */
export const EMPTY: Form = form()

export interface Page {
  readonly title: string
  readonly body: Markup
  /** The form of the page, if there is one; a form with mistakes makes the status 422. */
  readonly form?: Form
}

/**
 * Answers with a page of the site, which also has the links for the user and the message that the last form left in the
 * session.
 */
export async function page(request: ServerRequest, { title, body, form = EMPTY }: Page): Promise<Response> {
  const account = request.attribute(IDENTITY)?.account
  const links = account
    ? markup`<a href="/">Teams</a> ${account.role === 'admin' && markup`<a href="/admin">Admin</a>`}
      <a href="/password">${account.name}</a>
      <form method="post" action="/log-out">${csrfField(request)}<button class="link">Log out</button></form>`
    : markup`<a href="/log-in">Log in</a> <a href="/sign-up">Sign up</a>`
  const said = request.attribute(SESSION).flashes('notice')
  const main = markup`${said.map((text) => markup`<p class="said" role="status">${text}</p>`)}<h1>${title}</h1>${body}`
  // A CSRF token sets a cookie, so the page waits for the token before the headers are sent.
  const [status, heading] = form === EMPTY ? [200, title] : [422, `Not yet: ${title}`]
  return html(await frame(heading, main, links).settled(), {
    status,
    headers: { 'cache-control': 'private, no-store' },
  })
}

import { IDENTITY } from '@app/authentication' // if log-in
import { html, type ServerRequest } from '@app/core'
import { LOCALE } from '@app/i18n' // if i18n
import { type Markup, markup } from '@app/view'

export interface Page {
  readonly title: string
  readonly main: Markup
  readonly status?: number
}

/** Makes a page: its own content in the layout of all pages. Values in `markup` are escaped. */
export function page(request: ServerRequest, { title, main, status = 200 }: Page): Response {
  const identity = request.attribute(IDENTITY) // if log-in
  const document = markup`<!doctype html>
// if not i18n
<html lang="en">
// end
// if i18n
<html lang="${request.attribute(LOCALE).code}">
// end
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title} · @acme/example</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header>
      <a class="home" href="/"><img src="/favicon.svg" alt="" width="28" height="28">@acme/example</a>
      ${[link('/', 'Home'), link('/hello/you', 'Hello')]}
      // if log-in
      ${identity ? [link('/account', identity.email), LOG_OUT] : [link('/log-in', 'Log in'), link('/sign-up', 'Sign up')]}
      // end
    </header>
    <main>${main}</main>
  </body>
</html>
`
  return html(document, { status })

  function link(path: string, text: string): Markup {
    return markup`<a href="${path}" aria-current="${request.path === path ? 'page' : null}">${text}</a> `
  }
}
// if log-in

const LOG_OUT = markup`<form method="post" action="/log-out"><button>Log out</button></form>`
// end
